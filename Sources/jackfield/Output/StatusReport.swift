import HostProtocol

/// A host's figures, as people read them.
struct StatusReport {
  private let status: HostStatus
  private let socket: String

  init(_ status: HostStatus, socket: String) {
    self.status = status
    self.socket = socket
  }

  /// One figure a row: its name, then its value.
  var table: Table {
    var table = Table()
    table.rows = [
      ["version", status.version], ["build", status.build], ["protocol", protocols],
      ["socket", socket], ["process", String(status.pid)],
      ["uptime", Self.text(of: .milliseconds(status.uptimeMs))],
      ["sessions", String(status.sessions)], ["plugins", plugins],
    ]
    table.rows += status.counters.sorted { $0.key < $1.key }.map { [$0.key, String($0.value)] }
    table.rows += status.latencies.map { latency in
      [
        "\(latency.plugin): \(latency.method)",
        "\(latency.count) calls, half within \(latency.p50Us) µs, 99 % within \(latency.p99Us) µs",
      ]
    }
    return table
  }

  private var protocols: String {
    let range = status.protocol
    return range.min == range.max ? "\(range.max)" : "\(range.min) to \(range.max)"
  }

  /// As in `3: 2 ready, 1 stopped`.
  private var plugins: String {
    var counts: [String: Int] = [:]
    for plugin in status.plugins { counts[plugin.state.rawValue, default: 0] += 1 }
    let states = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let total = String(status.plugins.count)
    return states.isEmpty ? total : "\(total): \(states.joined(separator: ", "))"
  }

  /// The two largest units, as in `2 d 4 h` or `3 min 12 s`.
  static func text(of duration: Duration) -> String {
    var rest = max(0, duration.components.seconds)
    var parts: [String] = []
    for (unit, seconds) in [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)] as [(String, Int64)]
    {
      if rest >= seconds || (unit == "s" && parts.isEmpty) {
        parts.append("\(rest / seconds) \(unit)")
        rest %= seconds
      }
    }
    return parts.prefix(2).joined(separator: " ")
  }
}
