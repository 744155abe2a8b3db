/// The handshake that a runner makes for a scenario.
enum Handshake {
  /// None: the scenario makes its own, or does without.
  case none
  /// The default request, with these members in place of its own.
  case with([Value.Member])

  /// Reads the member `initialize` of a scenario or a step.
  init(_ value: Value?) throws(ScenarioFault) {
    switch value {
    case nil: self = .with([])
    case .object(let members): self = .with(members)
    case .boolean(false): self = .none
    default: throw ScenarioFault("`initialize` is neither an object nor false")
    }
  }

  /// The request; nil for none.
  func request(_ variables: Variables) throws(Interruption) -> Value? {
    guard case .with(let members) = self else { return nil }
    let own: [Value.Member] = [
      ("protocol", .object(["min": Value(1), "max": Value(1)])),
      ("client", .object(["name": .string("conformance"), "version": .string("1")])),
    ]
    let kept = own.filter { member in !members.contains { $0.name == member.name } }
    return .object([
      "jsonrpc": .string("2.0"), "id": .string(Handshake.id), "method": .string("initialize"),
      "params": try variables.substitute(in: .object(kept + members)),
    ])
  }

  /// The id of the request.
  static let id = "initialize"

  /// What its answer must look like.
  static let answer = Value.object([
    "id": .string(id), "result": .object(["protocol": Value(1)]),
  ])
}
