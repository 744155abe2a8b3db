import HostProtocol

/// The last lines that a plugin printed, bounded in lines and bytes: what `plugin/log` shows.
struct LogRing {
  /// As many lines as a person scrolls through.
  static let maximumLines = ProtocolLimits.logLines
  /// A bound for plugins that print long lines: a thousand plugins stay below 256 MiB.
  static let maximumBytes = 256 * 1024

  private var lines: [LogLine] = []
  private var start = 0
  private var bytes = 0

  /// The number of lines kept.
  var count: Int { lines.count - start }

  /// Appends a line; the oldest go when a bound is passed.
  mutating func append(_ line: LogLine) {
    lines.append(line)
    bytes += line.text.utf8.count
    while count > Self.maximumLines || (bytes > Self.maximumBytes && count > 1) {
      bytes -= lines[start].text.utf8.count
      lines[start].text = ""
      start += 1
    }
    if start > Self.maximumLines { compact() }
  }

  /// The last `count` lines, oldest first.
  func last(_ count: Int) -> [LogLine] {
    Array(lines[start...].suffix(max(0, count)))
  }

  /// The last lines of standard error, for an error's data.
  func standardErrorTail(_ count: Int) -> [String] {
    lines[start...].lazy.filter { $0.stream == .stderr }.suffix(count).map(\.text)
  }

  private mutating func compact() {
    lines.removeFirst(start)
    start = 0
  }
}
