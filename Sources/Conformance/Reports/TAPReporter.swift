/// TAP 14: a line for each check, a YAML block for each that fails.
struct TAPReporter: Reporter {
  private var number = 0

  /// Creates a reporter at the start of a run.
  init() {}

  mutating func begin(count: Int) -> String {
    "TAP version 14\n1..\(count)\n"
  }

  mutating func add(_ outcome: Outcome, of check: Check) -> String {
    number += 1
    let title = TAPReporter.escape(check.title)
    switch outcome {
    case .passed: return "ok \(number) - \(title)\n"
    case .skipped(let reason):
      return "ok \(number) - \(title) # SKIP \(TAPReporter.escape(reason))\n"
    case .failed(let failure, let step):
      return "not ok \(number) - \(title)\n" + block(failure.details(check, step: step))
    }
  }

  mutating func end() -> String { "" }

  mutating func bailOut(_ reason: String) -> String {
    "Bail out! \(reason)\n"
  }

  /// The details as YAML; a JSON string is a YAML string.
  private func block(_ details: [(name: String, text: String)]) -> String {
    let lines = details.map { "  \($0.name): \(Value.string($0.text).text)\n" }
    return "  ---\n" + lines.joined() + "  ...\n"
  }

  /// `#` begins a directive and a backslash an escape.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character == "#" || character == "\\" { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
