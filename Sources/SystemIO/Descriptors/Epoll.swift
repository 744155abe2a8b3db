import CLinux
import Glibc

/// A set of descriptors that are waited for together (`epoll`), level-triggered.
public struct Epoll: ~Copyable {
  /// What a descriptor is ready for, or waited for.
  public struct Readiness: OptionSet, Sendable {
    /// The kernel's bits.
    public let rawValue: UInt32

    /// Wraps the kernel's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// EPOLLIN: a read returns at once, perhaps with the end of input.
    public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    /// EPOLLOUT: a write takes at least one byte.
    public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// EPOLLHUP: both directions are over; told without being asked for.
    public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// EPOLLERR: an error is pending, or nobody reads a pipe any more; told without being asked
    /// for.
    public static let failure = Readiness(rawValue: EPOLLERR.rawValue)
  }

  /// One descriptor that is ready.
  public struct Ready: Sendable {
    /// What it was added with.
    public let token: UInt64
    /// What it is ready for.
    public let readiness: Readiness
  }

  private let descriptor: Descriptor
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// Creates an empty set that tells at most `capacity` ready descriptors a turn (`epoll_create1`).
  public init(capacity: Int) throws(SystemError) {
    descriptor = Descriptor(owning: try checked("epoll_create1", clinux_epoll_create()))
    events = .allocate(capacity: capacity)
  }

  deinit {
    events.deallocate()
  }

  /// The set's own number, which can be read while one of its descriptors is ready.
  public var number: Int32 { descriptor.number }

  /// Adds a descriptor (`epoll_ctl` EPOLL_CTL_ADD); EPERM for a regular file, which is always
  /// ready.
  public func add(
    _ number: Int32, for readiness: Readiness, token: UInt64
  ) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, readiness, token)
  }

  /// Changes what a descriptor is waited for (`epoll_ctl` EPOLL_CTL_MOD).
  public func change(
    _ number: Int32, to readiness: Readiness, token: UInt64
  ) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, readiness, token)
  }

  /// Takes a descriptor out, before it is closed (`epoll_ctl` EPOLL_CTL_DEL).
  public func remove(_ number: Int32) throws(SystemError) {
    try control(EPOLL_CTL_DEL, number, [], 0)
  }

  /// Waits until a descriptor is ready or `timeout` is over; for ever where it is nil
  /// (`epoll_pwait2`).
  ///
  /// - Returns: How many are ready; `self[index]` tells which. None after a signal.
  public func wait(timeout: Duration?) throws(SystemError) -> Int {
    let count = clinux_epoll_wait(
      descriptor.number, events.baseAddress, Int32(events.count), timeout?.nanoseconds ?? -1)
    if count >= 0 { return Int(count) }
    guard errno == EINTR else { throw SystemError.last("epoll_pwait2") }
    return 0
  }

  /// A descriptor that the last `wait` found ready.
  public subscript(index: Int) -> Ready {
    let event = events[index]
    return Ready(token: event.data.u64, readiness: Readiness(rawValue: event.events))
  }

  private func control(
    _ operation: Int32, _ number: Int32, _ readiness: Readiness, _ token: UInt64
  ) throws(SystemError) {
    try checked(
      "epoll_ctl",
      clinux_epoll_control(descriptor.number, operation, number, readiness.rawValue, token))
  }
}

extension Duration {
  /// Whole nanoseconds; saturated, and none where the duration is negative.
  var nanoseconds: Int64 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return tooLong || overflow ? .max : sum
  }
}
