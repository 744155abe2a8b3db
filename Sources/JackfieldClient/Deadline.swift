import SystemIO

/// The point in time at which somebody gives up, or never.
public struct Deadline: Comparable, Sendable {
  /// Nanoseconds of the monotonic clock; the largest number never comes.
  private let nanoseconds: UInt64

  /// No deadline.
  public static let never = Deadline(nanoseconds: .max)

  /// The deadline `duration` from now; now, if it is negative, and never, if it is too long to count.
  public static func after(_ duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return Deadline(nanoseconds: Clock.monotonic) }
    // 100 years of nanoseconds fit into 64 bits; nobody waits longer.
    guard seconds < 100 * 366 * 86_400 else { return never }
    let delay = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    return Deadline(nanoseconds: Clock.monotonic + delay)
  }

  /// The time that is left: zero once it is over, nil if it never is.
  public var remaining: Duration? {
    guard self != .never else { return nil }
    let now = Clock.monotonic
    return now >= nanoseconds ? .zero : .nanoseconds(Int64(nanoseconds - now))
  }

  /// Whether the time is over.
  public var isOver: Bool { remaining == .zero }

  /// Whether `left` comes before `right`.
  public static func < (left: Deadline, right: Deadline) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
