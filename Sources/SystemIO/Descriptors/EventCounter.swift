import CLinux
import Glibc

/// A counter that threads raise and somebody waits for (`eventfd`).
public struct EventCounter: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Creates a counter at zero. With `nonBlocking`, `take` returns at once when there is nothing;
  /// with `oneByOne` it takes a unit at a time, so that each raise wakes one waiter.
  public init(nonBlocking: Bool, oneByOne: Bool) throws(SystemError) {
    let number = try checked("eventfd", clinux_event_counter(nonBlocking, oneByOne))
    descriptor = Descriptor(owning: number)
  }

  /// The number, to wait for with `Epoll`.
  public var number: Int32 { descriptor.number }

  /// Adds to the counter; from any thread.
  public borrowing func raise(by count: UInt64 = 1) {
    var value = count
    // A full counter (2^64 - 2 raises) is the only failure, and its waiter is awake already.
    while write(descriptor.number, &value, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Takes what was raised, or one unit; 0 when there is nothing and the counter does not block.
  public borrowing func take() -> UInt64 {
    var value: UInt64 = 0
    while read(descriptor.number, &value, MemoryLayout<UInt64>.size) < 0 {
      guard errno == EINTR else { return 0 }
    }
    return value
  }
}
