import Glibc

/// A file descriptor that is owned: it is closed when its owner goes, once, by nobody else.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that need it; it must not be closed and not be kept.
  public let number: Int32

  /// Takes over a descriptor that nobody else closes.
  public init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // EINTR and EIO leave the descriptor closed on Linux: there is nothing to repeat or to tell.
    Glibc.close(number)
  }

  /// Closes the descriptor now (`close`).
  public consuming func close() {}

  /// Gives the number away, to one who closes it.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// A second descriptor for the same open file, close-on-exec (`fcntl` F_DUPFD_CLOEXEC).
  public static func duplicate(of number: Int32) throws(SystemError) -> Descriptor {
    Descriptor(owning: try checked("fcntl", fcntl(number, F_DUPFD_CLOEXEC, 0)))
  }

  /// Makes reads and writes return at once (`fcntl` F_SETFL); it changes the open file for all that
  /// share it.
  public static func setNonBlocking(_ number: Int32) throws(SystemError) {
    let flags = try checked("fcntl", fcntl(number, F_GETFL, 0))
    try checked("fcntl", fcntl(number, F_SETFL, flags | O_NONBLOCK))
  }

  /// Closes the descriptor when this process executes another program (`fcntl` F_SETFD).
  public static func setCloseOnExec(_ number: Int32) throws(SystemError) {
    try checked("fcntl", fcntl(number, F_SETFD, FD_CLOEXEC))
  }
}
