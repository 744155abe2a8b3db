import Glibc

/// Files by path.
public enum File {
  /// Bytes that are read of a small file below `/proc`.
  public static let procLimit = 4096

  /// Opens a file to read (`open` O_RDONLY, close-on-exec, never becoming a controlling terminal).
  /// Without `followingLink` a last component that is a link is ELOOP.
  public static func open(
    _ path: String, followingLink: Bool = true
  ) throws(SystemError) -> Descriptor {
    // Non-blocking, so that a pipe with that name can't stop the host; regular files don't care.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (followingLink ? 0 : O_NOFOLLOW)
    return Descriptor(owning: try retrying("open", of: path) { Glibc.open(path, flags) })
  }

  /// Opens a file to append to, with mode 0600 where it is made (`open` O_APPEND | O_CREAT |
  /// O_NOFOLLOW).
  public static func openForAppending(_ path: String) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    return Descriptor(owning: try retrying("open", of: path) { Glibc.open(path, flags, 0o600) })
  }

  /// Opens a pipe or terminal anew by its path below `/proc`, non-blocking (`open`).
  public static func openStream(
    _ path: String, toWrite: Bool
  ) throws(SystemError) -> Descriptor {
    let flags = (toWrite ? O_WRONLY : O_RDONLY) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    return Descriptor(owning: try retrying("open", of: path) { Glibc.open(path, flags) })
  }

  /// Reads a whole file (`open`, `read`); EFBIG where it has more than `limit` bytes.
  public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try open(path)
    do {
      return try file.readAll(limit: limit)
    } catch {
      throw SystemError(error.code, call: error.call, subject: path)
    }
  }

  /// Reads at most the first `count` bytes of a file (`open`, `read`).
  public static func readStart(of path: String, count: Int) throws(SystemError) -> [UInt8] {
    let file = try open(path)
    var bytes: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) {
      buffer throws(SystemError) in
      while bytes.count < count {
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count - bytes.count)])
        guard case .bytes(let more) = try Descriptor.read(file.number, into: space) else { return }
        bytes.append(contentsOf: space[..<more])
      }
    }
    return bytes
  }

  /// Gives a file another name, and takes that name from whatever had it (`rename`).
  public static func rename(_ path: String, to other: String) throws(SystemError) {
    try checked("rename", of: path, Glibc.rename(path, other))
  }

  /// Takes a file's name away (`unlink`).
  public static func remove(_ path: String) throws(SystemError) {
    try checked("unlink", of: path, unlink(path))
  }

  /// The path with all links resolved (`realpath`).
  public static func realPath(of path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw SystemError.last("realpath", path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether this process may execute the file (`faccessat` X_OK, for its effective user).
  public static func mayExecute(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0
  }
}
