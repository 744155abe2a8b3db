import Glibc

extension File {
  /// Gives a path new contents: whoever opens it gets the old ones or the new ones, whole (`open`
  /// O_CREAT | O_TRUNC, `write`, `rename`). `mode` is less the umask, for a new file as for an old one.
  ///
  /// The new contents are written beside it first, under the same name with `.new`.
  public static func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o600
  ) throws(SystemError) {
    let beside = path + ".new"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    let file = Descriptor(
      owning: try retrying("open", of: beside) { Glibc.open(beside, flags, mode) })
    try file.writeAll(bytes)
    file.close()
    try rename(beside, to: path)
  }
}
