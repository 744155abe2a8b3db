import Glibc

/// Waiting for a few descriptors at once (`poll`); unlike `Epoll` it keeps nothing, and takes files.
public enum Poll {
  /// What a descriptor is ready for, or waited for.
  public struct Readiness: OptionSet, Sendable {
    /// The bits, which are ours.
    public let rawValue: UInt8

    /// Wraps the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read returns at once, perhaps with the end of input or an error.
    public static let readable = Readiness(rawValue: 1)
    /// A write takes at least one byte, or fails at once.
    public static let writable = Readiness(rawValue: 2)
  }

  /// One descriptor to wait for.
  public struct Entry: Sendable {
    /// The descriptor, which stays its owner's.
    public let number: Int32
    /// What it is waited for.
    public let wanted: Readiness
    /// What it is ready for, after a wait.
    public fileprivate(set) var ready: Readiness = []

    /// Creates an entry that is ready for nothing.
    public init(_ number: Int32, for wanted: Readiness) {
      self.number = number
      self.wanted = wanted
    }
  }

  /// Waits until a descriptor is ready or `timeout` is over, rounded up to milliseconds; for ever where
  /// it is nil. After a signal nothing is ready.
  public static func wait(for entries: inout [Entry], timeout: Duration?) throws(SystemError) {
    var polled = entries.map { pollfd(fd: $0.number, events: $0.wanted.events, revents: 0) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds(timeout))
    guard count >= 0 || errno == EINTR else { throw SystemError.last("poll") }
    for index in entries.indices {
      entries[index].ready =
        count > 0 ? Readiness(events: polled[index].revents, wanted: entries[index].wanted) : []
    }
  }

  private static func milliseconds(_ timeout: Duration?) -> Int32 {
    guard let timeout else { return -1 }
    let nanoseconds = timeout.nanoseconds
    return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
  }
}

extension Poll.Readiness {
  fileprivate var events: Int16 {
    Int16((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
  }

  /// An error or a hang-up is ready for whatever is wanted: the call that follows tells it.
  fileprivate init(events: Int16, wanted: Poll.Readiness) {
    self = []
    let isOver = Int32(events) & (POLLERR | POLLHUP | POLLNVAL) != 0
    if isOver || Int32(events) & POLLIN != 0 { insert(.readable) }
    if isOver || Int32(events) & POLLOUT != 0 { insert(.writable) }
    formIntersection(wanted)
  }
}
