/// A point on the monotonic clock, in nanoseconds; only differences mean something.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's own start.
  public let nanoseconds: UInt64

  /// Creates the instant at `nanoseconds`.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Whether `left` is before `right`.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant `duration` later; it saturates at the clock's end, since durations may come from a
  /// peer. A negative duration counts as none.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return instant }
    let (whole, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(whole)
    let (total, rest) = sum.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return Instant(nanoseconds: tooLong || overflow || rest ? .max : total)
  }

  /// The time from `earlier` to `later`; zero where `later` comes first.
  public static func - (later: Instant, earlier: Instant) -> Duration {
    guard later > earlier else { return .zero }
    return .nanoseconds(Int64(clamping: later.nanoseconds - earlier.nanoseconds))
  }
}
