import SystemIO

/// Decides whether only root and the user can have written a file: what is started must not be what
/// somebody else put there.
///
/// The file and every folder above it must belong to root or the user and not be writable by
/// others. The user's own group may write. In a sticky folder only owners may replace their files,
/// so it may be open.
struct PathTrust {
  /// The user.
  let user: UInt32
  /// The user's own group.
  let group: UInt32

  init(user: UInt32 = CurrentProcess.user, group: UInt32 = CurrentProcess.group) {
    self.user = user
    self.group = group
  }

  /// Why `path`, which must be free of links, is not trusted; nil where it is.
  func objection(to path: String) -> String? {
    var current: String? = path
    while let step = current {
      if let objection = objectionToStep(step) { return objection }
      current = step.parentPath
    }
    return nil
  }

  /// Why a file is not trusted that must lie in `folder`, whichever links lead to it; nil where it
  /// is.
  func objection(to path: String, within folder: String) -> String? {
    do {
      let real = try File.realPath(of: path)
      let realFolder = try File.realPath(of: folder)
      guard real == realFolder || real.hasPrefix(realFolder == "/" ? "/" : "\(realFolder)/") else {
        return "'\(path)' leads out of its folder, to '\(real)'"
      }
      return objection(to: real)
    } catch {
      return "\(error)"
    }
  }

  private func objectionToStep(_ path: String) -> String? {
    let status: FileStatus
    do {
      status = try FileStatus(of: path)
    } catch {
      return "\(error)"
    }
    guard status.owner == user || status.owner == 0 else {
      return "'\(path)' belongs to another user (\(status.owner))"
    }
    if status.kind == .directory, status.isSticky { return nil }
    if status.isWritableByOthers { return "'\(path)' can be written by anybody" }
    if status.isWritableByGroup, status.group != group {
      return "'\(path)' can be written by the group \(status.group)"
    }
    return nil
  }
}
