import JSONRPC

/// One scenario with one row of its table in one framing: what is `ok` or `not ok`.
struct Check {
  /// `family/name` or `family/name/row`.
  let id: String
  /// The scenario.
  let scenario: Scenario
  /// The row.
  let row: Scenario.Row
  /// The framing.
  let framing: Framing

  /// The check in one line.
  var title: String { "\(id) [\(framing.rawValue)] \(scenario.title)" }

  /// The checks of a family's file.
  static func all(inFile text: [UInt8]) throws(ScenarioFault) -> [Check] {
    let value: Value
    do {
      value = try ValueReader.read(text)
    } catch {
      throw ScenarioFault("no JSON at byte \(error.offset)")
    }
    guard let family = value["family"]?.string, let scenarios = value["scenarios"]?.elements else {
      throw ScenarioFault("a family lacks its name or its scenarios")
    }
    var checks: [Check] = []
    for scenario in scenarios {
      checks += all(of: try Scenario(scenario), in: family)
    }
    return checks
  }

  private static func all(of scenario: Scenario, in family: String) -> [Check] {
    scenario.rows.flatMap { row in
      scenario.framings.map { framing in
        let id = [family, scenario.name, row.name].compactMap(\.self).joined(separator: "/")
        return Check(id: id, scenario: scenario, row: row, framing: framing)
      }
    }
  }
}
