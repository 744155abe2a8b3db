import Glibc

/// What a file is, whose it is, and who may do what with it.
public struct FileStatus: Equatable, Sendable {
  /// What kinds of file there are.
  public enum Kind: Equatable, Sendable {
    /// Bytes on a disk.
    case regular
    /// A folder.
    case directory
    /// A symbolic link.
    case link
    /// A socket.
    case socket
    /// A pipe.
    case pipe
    /// A terminal, `/dev/null`, ..
    case characterDevice
    /// Anything else.
    case other
  }

  /// Which file a path or descriptor names; two with the same identity are the same file.
  public struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// What it is.
  public let kind: Kind
  /// Which it is.
  public let identity: Identity
  /// Its owner.
  public let owner: UInt32
  /// Its group.
  public let group: UInt32
  /// The permission bits, with sticky and set-id bits.
  public let mode: UInt32
  /// Its size in bytes.
  public let size: Int

  /// The status of a path, of a link's target where it is a link (`stat`).
  public init(following path: String) throws(SystemError) {
    var status = stat()
    try checked("stat", of: path, stat(path, &status))
    self.init(status)
  }

  /// The status of a path itself, also where it is a link (`lstat`).
  public init(of path: String) throws(SystemError) {
    var status = stat()
    try checked("lstat", of: path, lstat(path, &status))
    self.init(status)
  }

  /// The status of an open file (`fstat`).
  public init(ofDescriptor number: Int32) throws(SystemError) {
    var status = stat()
    try checked("fstat", fstat(number, &status))
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFSOCK: .socket
      case S_IFIFO: .pipe
      case S_IFCHR: .characterDevice
      default: .other
      }
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o7777
    size = Int(status.st_size)
  }

  /// Whether others than the owner and the group may write.
  public var isWritableByOthers: Bool { mode & 0o002 != 0 }
  /// Whether the group may write.
  public var isWritableByGroup: Bool { mode & 0o020 != 0 }
  /// Whether only a file's owner may remove it from this folder.
  public var isSticky: Bool { mode & 0o1000 != 0 }
  /// Whether anybody may execute it.
  public var isExecutable: Bool { mode & 0o111 != 0 }
}
