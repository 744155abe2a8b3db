/// What a scenario needs.
struct Requirements {
  /// Methods that the host declares in `rpc.discover`.
  let methods: [String]
  /// Features that the host declares in `initialize`.
  let features: [String]
  /// Plugins that must be installed.
  let plugins: [String]
  /// Sources that must be installed, by their qualified names.
  let sources: [String]
  /// Connections at once.
  let connections: Int

  /// Reads the member `requires`.
  init(_ value: Value?) throws(ScenarioFault) {
    func names(_ member: String) throws(ScenarioFault) -> [String] {
      guard let list = value?[member] else { return [] }
      guard let elements = list.elements else { throw ScenarioFault("`\(member)` is no array") }
      return elements.compactMap(\.string)
    }
    methods = try names("methods")
    features = try names("features")
    plugins = try names("plugins")
    sources = try names("sources")
    connections = value?["connections"]?.integer ?? 1
  }
}
