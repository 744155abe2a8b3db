/// The recent crashes of one plugin, from which the next wait or the quarantine follows.
struct CrashHistory {
  /// What a crash leads to.
  enum Verdict: Equatable {
    /// Start again after the delay.
    case retry(after: Duration)
    /// Give up: so many crashes in the window.
    case quarantine(count: Int)
  }

  private var times: [Instant] = []
  private var consecutive = 0
  private var readySince: Instant?

  /// Notes that the plugin serves; if it does so for a whole window, its waits begin anew.
  mutating func becameReady(at now: Instant) {
    readySince = now
  }

  /// Notes a crash and decides what follows.
  mutating func record(
    at now: Instant, limits: LifecycleLimits, random: inout some RandomNumberGenerator
  ) -> Verdict {
    if let readySince, now - readySince >= limits.crashWindow { consecutive = 0 }
    readySince = nil
    times.removeAll { now - $0 > limits.crashWindow }
    times.append(now)
    consecutive += 1
    guard times.count < limits.crashesToQuarantine else {
      return .quarantine(count: times.count)
    }
    return .retry(after: delay(limits, &random))
  }

  /// Doubles per crash up to the longest, less up to a fifth at random, so that plugins that
  /// died together do not all come back in the same moment.
  private func delay(
    _ limits: LifecycleLimits, _ random: inout some RandomNumberGenerator
  ) -> Duration {
    let doublings = min(consecutive - 1, 16)
    let full = min(limits.firstBackoff * (1 << doublings), limits.longestBackoff)
    return full - full * Int.random(in: 0...20, using: &random) / 100
  }
}
