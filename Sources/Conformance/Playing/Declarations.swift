/// What a host says that it has; nil is what it did not tell, for which nothing is left out.
struct Declarations {
  /// The methods that `rpc.discover` lists.
  private var methods: Set<String>?
  /// The features that `initialize` lists.
  private var features: Set<String>?
  /// The plugins that `initialize` lists, with the names of their sources.
  private var sources: [String: Set<String>]?

  /// Creates the declarations of a host that told nothing.
  init() {}

  /// Asks a host, with one connection of its own.
  ///
  /// A host that answers wrongly here is not judged here: the scenarios do that.
  static func ask(_ host: HostUnderTest) throws(ScenarioFault) -> Declarations {
    var play = Play(try question(), against: host, run: "declarations")
    do {
      try play.play()
    } catch {
      if case .fault(let fault) = error { throw fault }
    }
    return Declarations(
      initialized: play.variable("initialized"), methods: play.variable("methods"))
  }

  private init(initialized: Value?, methods: Value?) {
    self.methods = methods?.elements.map { Set($0.compactMap { $0["name"]?.string }) }
    features = initialized?["features"]?.elements.map { Set($0.compactMap(\.string)) }
    sources = initialized?["plugins"]?.elements.map { plugins in
      Dictionary(plugins.compactMap(Declarations.sources)) { first, _ in first }
    }
  }

  private static func sources(of plugin: Value) -> (String, Set<String>)? {
    guard let name = plugin["plugin"]?.string else { return nil }
    let sources = plugin["provides"]?["sources"]?.elements ?? []
    return (name, Set(sources.compactMap { $0["name"]?.string }))
  }

  /// What the scenario needs and the host does not declare.
  func undeclared(_ requirements: Requirements) -> String? {
    requirements.methods.first { !(methods?.contains($0) ?? true) }
      ?? requirements.features.first { !(features?.contains($0) ?? true) }
  }

  /// What the scenario needs and is not installed.
  func missing(_ requirements: Requirements) -> String? {
    guard let sources else { return nil }
    if let plugin = requirements.plugins.first(where: { sources[$0] == nil }) {
      return "plugin \(plugin)"
    }
    let source = requirements.sources.first { name in
      let parts = name.split(separator: "/", maxSplits: 1)
      guard parts.count == 2 else { return true }
      return !(sources[String(parts[0])]?.contains(String(parts[1])) ?? false)
    }
    return source.map { "source \($0)" }
  }

  /// The scenario that learns them, in the format of all others.
  private static func question() throws(ScenarioFault) -> Check {
    let text = """
      {"family": "kit", "scenarios": [{
        "name": "declarations", "title": "", "rules": [], "framings": ["lines"],
        "initialize": false,
        "steps": [
          {"send": {"jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocol": {"min": 1, "max": 1}}}},
          {"expect": {"id": 1, "result": {"$capture": "initialized"}}},
          {"send": {"jsonrpc": "2.0", "id": 2, "method": "rpc.discover"}},
          {"expect": {"id": 2, "result": {"methods": {"$capture": "methods"}}}}
        ]
      }]}
      """
    guard let check = try Check.all(inFile: Array(text.utf8)).first else {
      throw ScenarioFault("the question for the host's declarations is lost")
    }
    return check
  }
}
