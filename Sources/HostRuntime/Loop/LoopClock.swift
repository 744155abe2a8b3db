import HostCore

/// The time by which the host judges: the monotonic clock, less the time in which the loop itself
/// stalled.
///
/// A host that was stopped for a minute, or that the machine did not let run, was not waiting for
/// anybody.
struct LoopClock {
  private(set) var now: Instant
  private var reading: UInt64
  private var stalled: UInt64 = 0

  /// Starts at a reading of the monotonic clock, in nanoseconds.
  init(at reading: UInt64) {
    self.reading = reading
    now = Instant(nanoseconds: reading)
  }

  /// Begins a turn.
  ///
  /// - Parameters:
  ///   - reading: The monotonic clock now.
  ///   - waited: The longest that the loop meant to wait since the last turn; nil for any time.
  mutating func advance(to reading: UInt64, waited: Duration?) {
    let elapsed = reading &- self.reading
    self.reading = reading
    if let waited {
      let allowed = UInt64((waited + LoopLimits.stall) / .nanoseconds(1))
      if elapsed > allowed { stalled += elapsed - allowed }
    }
    now = Instant(nanoseconds: reading &- stalled)
  }
}
