/// JUnit's XML, as test services read it: one suite, a case for each check.
struct JUnitReporter: Reporter {
  private var cases: [String] = []
  private var failures = 0
  private var skipped = 0

  /// Creates a reporter at the start of a run.
  init() {}

  mutating func begin(count: Int) -> String { "" }

  mutating func add(_ outcome: Outcome, of check: Check) -> String {
    let name = JUnitReporter.escape(check.title)
    let family = JUnitReporter.escape(String(check.id.prefix { $0 != "/" }))
    let opening = "    <testcase classname=\"\(family)\" name=\"\(name)\""
    switch outcome {
    case .passed: cases.append("\(opening)/>\n")
    case .skipped(let reason):
      skipped += 1
      let reason = JUnitReporter.escape(reason)
      cases.append("\(opening)><skipped message=\"\(reason)\"/></testcase>\n")
    case .failed(let failure, let step):
      failures += 1
      let message = JUnitReporter.escape(failure.message)
      let details = failure.details(check, step: step).map { "\($0.name): \($0.text)\n" }.joined()
      cases.append(
        "\(opening)><failure message=\"\(message)\">\(JUnitReporter.escape(details))</failure>"
          + "</testcase>\n")
    }
    return ""
  }

  mutating func end() -> String {
    suite(body: cases.joined(), errors: 0)
  }

  mutating func bailOut(_ reason: String) -> String {
    let error = "<error message=\"\(JUnitReporter.escape(reason))\"/>"
    cases.append("    <testcase classname=\"kit\" name=\"run\">\(error)</testcase>\n")
    return suite(body: cases.joined(), errors: 1)
  }

  private func suite(body: String, errors: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
      <testsuite name="jackfield conformance" tests="\(cases.count)" failures="\(failures)" \
    skipped="\(skipped)" errors="\(errors)">
    \(body)  </testsuite>
    </testsuites>

    """
  }

  /// Text for an attribute or an element; what XML has no way to write becomes U+FFFD.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
