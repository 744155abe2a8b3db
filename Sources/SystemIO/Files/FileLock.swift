import Glibc

/// A lock of the kernel's on a file that is never removed (`flock`); it goes with its holder,
/// however that ends.
public struct FileLock: ~Copyable {
  private let descriptor: Descriptor

  /// Takes the lock; nil while another process holds it.
  ///
  /// A cleaner may remove the file between its opening and its locking, and then two holders would
  /// hold two files: the path is compared with the descriptor once the lock is held, and opened
  /// anew where they differ.
  public static func take(_ path: String) throws(SystemError) -> FileLock? {
    while true {
      let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
      let number = try retrying("open", of: path) { open(path, flags, 0o600) }
      let lock = FileLock(descriptor: Descriptor(owning: number))
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError.last("flock", path) }
        return nil
      }
      if lock.isHeld(at: path) { return lock }
    }
  }

  private init(descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Whether the file at `path` is still the one that is locked.
  public borrowing func isHeld(at path: String) -> Bool {
    do {
      let own = try FileStatus(ofDescriptor: descriptor.number)
      return try FileStatus(of: path).identity == own.identity
    } catch {
      // A path that can't be looked at is not our lock.
      return false
    }
  }

  /// Writes this process' id into the file, for people and for messages; nobody decides by it.
  public borrowing func recordHolder() throws(SystemError) {
    try checked("ftruncate", ftruncate(descriptor.number, 0))
    let text = Array("\(getpid())\n".utf8)
    let count = try retrying("pwrite") { pwrite(descriptor.number, text, text.count, 0) }
    guard count == text.count else { throw SystemError.last("pwrite") }
  }

  /// The process that a lock file names; nil where it names none.
  public static func recordedHolder(_ path: String) -> Int32? {
    do {
      let text = try File.read(path, limit: File.procLimit)
      return Int32(String(decoding: text, as: UTF8.self).prefix { $0 != "\n" })
    } catch {
      return nil
    }
  }
}
