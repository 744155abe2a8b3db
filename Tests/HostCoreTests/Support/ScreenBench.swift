import HostCore
import HostProtocol
import JSON
import Testing

/// A host with the plugin `quotes`, which provides screens and lists, and a front end's session.
struct ScreenBench {
  var bench = HostBench()
  var peer: Peer
  /// The plugin's process, once it was started.
  var plugin: Peer?

  /// What a plugin that does everything implements.
  static let all = [
    "screen/provide", "screen/didClose", "list/fetchData", "list/didSelectRow",
    "navigationBar/clickSearch", "navigationBar/searchWithText",
  ]

  /// A plugin with screens; without `implements` its manifest is silent about it.
  static func manifest(
    _ name: String = "quotes", implements: [String]? = all, screens: String? = nil
  ) -> String {
    let screens =
      screens ?? #"[{"name":"home","title":"Home"},{"name":"search"},{"name":"library"}]"#
    let list = implements.map { $0.map { "\"\($0)\"" }.joined(separator: ",") }
    return #"""
      {"name":"\#(name)","version":"1","command":["./\#(name)"],
       \#(list.map { "\"implements\":[\($0)]," } ?? "")
       "provides":{"screens":\#(screens)}}
      """#
  }

  init(_ manifests: String..., limits: Limits = HostBench.limits) throws {
    bench = HostBench(limits: limits)
    for manifest in manifests.isEmpty ? [Self.manifest()] : manifests { bench.discover(manifest) }
    peer = try bench.session()
  }

  /// Asks for a screen and returns the id of the request.
  mutating func post(open name: String = "home", _ members: String = "") -> Int {
    bench.post(peer, "screen/open", #"{"name":"quotes/\#(name)"\#(members)}"#)
  }

  /// Opens a screen: starts the plugin where it does not run, and plays its answer.
  mutating func open(
    _ name: String = "home", content: String = "{}",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let id = post(open: name)
    if plugin == nil { plugin = try bench.start(sourceLocation: sourceLocation) }
    try provide(content, sourceLocation: sourceLocation)
    let answer = try bench.answer(to: id, at: peer, sourceLocation: sourceLocation)
    return try #require(answer["result"], "\(answer)", sourceLocation: sourceLocation)
  }

  /// Answers the next `screen/provide` and returns it.
  @discardableResult
  mutating func provide(
    _ content: String = "{}", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let request = try message("screen/provide", sourceLocation: sourceLocation)
    try bench.respond(#require(plugin), to: request, content.replacing("\n", with: " "))
    return request
  }

  /// The next message of this method that the plugin got.
  mutating func message(
    _ method: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let plugin = try #require(plugin, sourceLocation: sourceLocation)
    return try bench.message(method, at: plugin, sourceLocation: sourceLocation)
  }

  /// Asks the host for something as the plugin and returns the answer.
  mutating func ask(
    _ method: String, _ params: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    try bench.request(#require(plugin), method, params, sourceLocation: sourceLocation)
  }

  /// Asks the host for something as the front end and returns the answer.
  mutating func request(
    _ method: String, _ params: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    try bench.request(peer, method, params, sourceLocation: sourceLocation)
  }

  /// The plugin's process ends.
  mutating func crash() throws {
    guard case .plugin(let run)? = plugin else { throw NoPlugin() }
    plugin = nil
    bench.handle(.exited(run, .signaled(9)))
  }

  /// The plugin's process ends and the next one is there.
  mutating func crashAndRestart() throws {
    try crash()
    bench.advance(by: .seconds(1))
    plugin = try bench.start()
  }

  /// The methods of what a peer got and no test has taken yet.
  func pending(_ peer: Peer) -> [String] {
    bench.messages(at: peer).map { $0["method"]?.string ?? "an answer" }
  }

  /// The same for the plugin.
  var pendingAtPlugin: [String] { plugin.map { pending($0) } ?? [] }

  struct NoPlugin: Error {}
}

extension JSONValue {
  /// The value at a JSON Pointer without escapes.
  subscript(path path: String) -> JSONValue? {
    path.split(separator: "/").reduce(Optional(self)) { value, step in
      Int(step).flatMap { value?[$0] } ?? value?[String(step)]
    }
  }
}
