/// What came of one check.
enum Outcome {
  /// It holds.
  case passed
  /// It does not; `step` is the number of the step that showed it.
  case failed(Failure, step: Int?)
  /// It was not asked, for this reason.
  case skipped(String)
}

/// Turns outcomes into the text of a report, piece by piece; each piece is whole lines or empty.
protocol Reporter {
  /// The run begins.
  mutating func begin(count: Int) -> String
  /// A check is done.
  mutating func add(_ outcome: Outcome, of check: Check) -> String
  /// All checks are done.
  mutating func end() -> String
  /// The run can't begin or go on.
  mutating func bailOut(_ reason: String) -> String
}

extension Failure {
  /// The failure's details by name, as one-line texts.
  func details(_ check: Check, step: Int?) -> [(name: String, text: String)] {
    let rules = rule.map { [$0] } ?? check.scenario.rules
    let details: [(String, String?)] = [
      ("message", message),
      ("rules", rules.joined(separator: " ")),
      ("step", step.map(String.init)),
      ("at", place),
      ("expected", expected),
      ("found", found),
      ("received", received.map(Failure.quote)),
    ]
    return details.compactMap { name, text in text.map { (name, Failure.shorten($0)) } }
  }

  /// Characters that are shown of one detail: a usual message is whole.
  private static let shownCharacters = 2000

  private static func shorten(_ text: String) -> String {
    text.count <= shownCharacters ? text : "\(text.prefix(shownCharacters))…"
  }

  /// Bytes as text; those that are no UTF-8 as `\xNN`.
  private static func quote(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.map { byte in
      byte < 0x80
        ? String(Unicode.Scalar(byte))
        : "\\x\(String(byte, radix: 16))"
    }.joined()
  }
}
