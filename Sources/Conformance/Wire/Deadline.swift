import SystemIO

/// A point in time that something is waited for until.
struct Deadline {
  private let nanoseconds: UInt64

  /// The time so long from now.
  init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let wait = UInt64(clamping: seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    nanoseconds = Clock.monotonic + wait
  }

  /// How long it is until then; nil once it is over.
  var remaining: Duration? {
    let now = Clock.monotonic
    return now < nanoseconds ? .nanoseconds(Int64(clamping: nanoseconds - now)) : nil
  }
}
