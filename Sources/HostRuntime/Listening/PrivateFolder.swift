import SystemIO

/// The folder that the host's socket stands in.
enum PrivateFolder {
  /// Makes `path` with mode 0700 if it is missing, and refuses one that others could have put there
  /// or could write into: a link, another user's, or one that group or others may write to.
  ///
  /// A folder that the user chose may be sticky (`/tmp`): nobody can replace the socket there.
  static func prepare(_ path: String, maySticky: Bool) throws(ListenFailure) {
    let status: FileStatus
    do {
      try Directory.make(path)
      status = try FileStatus(of: path)
    } catch {
      throw .failed(error)
    }
    guard status.kind == .directory else {
      throw .unsafeFolder(reason: "'\(path)' must be a folder and no link: it is refused")
    }
    if maySticky, status.isSticky { return }
    guard status.owner == CurrentProcess.user || (maySticky && status.owner == 0) else {
      throw .unsafeFolder(
        reason: "'\(path)' belongs to another user (\(status.owner)): it is refused")
    }
    guard !status.isWritableByGroup, !status.isWritableByOthers else {
      throw .unsafeFolder(
        reason: "'\(path)' can be written by others: it is refused (chmod go-w \(path))")
    }
  }
}
