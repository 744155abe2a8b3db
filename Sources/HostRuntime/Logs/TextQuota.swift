import HostCore

/// How much text a plugin may write to its log: a bucket that fills with time and is emptied by
/// lines.
struct TextQuota {
  /// What the bucket holds: the whole trace of a crash, or a talkative start.
  static let burst = 1 << 20
  /// What flows in each second: far more than people read, and less than the disk and the loop
  /// notice.
  static let rate = 256 << 10
  /// What a line costs beside its bytes, since each one is an event.
  static let lineCost = 64

  private var level = Self.burst
  private var filledAt: Instant?

  /// Whether there is room again for more than a few lines, so that text does not come in scraps.
  mutating func hasRecovered(at now: Instant) -> Bool {
    fill(at: now)
    return level >= Self.rate / 2
  }

  /// Takes a line of `count` bytes out; false where it does not fit.
  mutating func take(_ count: Int, at now: Instant) -> Bool {
    fill(at: now)
    guard level >= count + Self.lineCost else { return false }
    level -= count + Self.lineCost
    return true
  }

  private mutating func fill(at now: Instant) {
    defer { filledAt = now }
    guard let filledAt else { return }
    let elapsed = min(now - filledAt, .seconds(Self.burst / Self.rate))
    level = min(Self.burst, level + Int(elapsed / .microseconds(1)) * Self.rate / 1_000_000)
  }
}
