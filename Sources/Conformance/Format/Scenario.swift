import JSONRPC

/// One scenario of a family.
struct Scenario {
  /// Its name, unique in its family.
  let name: String
  /// What is right, in one sentence.
  let title: String
  /// The rules that are broken where it fails.
  let rules: [String]
  /// What it needs.
  let requirements: Requirements
  /// The framings that it is played in.
  let framings: [Framing]
  /// The handshake of its first connection.
  let handshake: Handshake
  /// The rows that it is played with, at least one.
  let rows: [Row]
  /// What is done and expected, in order.
  let steps: [Step]

  /// Variables that a scenario is played with.
  struct Row {
    /// The row's name; nil for a scenario without a table.
    let name: String?
    /// The other members.
    let variables: [Value.Member]
  }

  /// Reads a scenario.
  init(_ value: Value) throws(ScenarioFault) {
    guard let name = value["name"]?.string, let title = value["title"]?.string,
      let rules = value["rules"]?.elements, let steps = value["steps"]?.elements
    else { throw ScenarioFault("a scenario lacks its name, title, rules or steps") }
    self.name = name
    self.title = title
    self.rules = rules.compactMap(\.string)
    requirements = try Requirements(value["requires"])
    framings =
      try value["framings"]?.elements?.map { name throws(ScenarioFault) in try Framing(name) }
      ?? Framing.all
    handshake = try Handshake(value["initialize"])
    rows = value["table"]?.elements?.map(Row.init) ?? [Row(name: nil, variables: [])]
    self.steps = try steps.map { step throws(ScenarioFault) in try Step(step) }
  }
}

extension Scenario.Row {
  init(_ value: Value) {
    name = value["name"]?.string
    variables = (value.members ?? []).filter { $0.name != "name" }
  }
}
