import HostProtocol

/// What `host/status` tells of the calls of one method of one plugin.
struct CallFigures {
  /// How many recent durations the percentiles are taken from.
  static let window = 256

  private(set) var count = 0
  private var durations: [UInt32] = []
  private var next = 0

  /// Notes an answer that took `duration`.
  mutating func record(_ duration: Duration) {
    count += 1
    let (seconds, attoseconds) = duration.components
    let microseconds = UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    if durations.count < Self.window {
      durations.append(microseconds)
    } else {
      durations[next] = microseconds
      next = (next + 1) % Self.window
    }
  }

  /// The duration that the fraction `part` of the recent calls did not exceed, in microseconds.
  func percentile(_ part: Double) -> Int {
    guard !durations.isEmpty else { return 0 }
    let place = Int((Double(durations.count - 1) * part).rounded())
    return Int(durations.sorted()[place])
  }

  /// The figures on the wire.
  func published(plugin: String, method: String) -> Latency {
    Latency(
      plugin: plugin, method: method, count: count, p50Us: percentile(0.5),
      p99Us: percentile(0.99))
  }
}
