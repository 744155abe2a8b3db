import HostCore
import JSON
import Testing

/// A host with a front end that shows popups and the plugins `quotes` and `plain`, which run.
struct PopupScene {
  var bench: HostBench
  let front: Peer
  let quotes: Peer
  let plain: Peer

  static let text = #"{"body":{"kind":"text","text":"Hello"}}"#
  static let confirm = #"{"body":{"kind":"confirm","text":"Store it?"}}"#

  init(_ members: String = #","features":["popups"]"#) throws {
    bench = HostBench()
    bench.discover(Manifests.quotes, Manifests.plain)
    front = try bench.session(members)
    _ = bench.post(front, "quotes/ask")
    quotes = try bench.start()
    _ = bench.post(front, "plain/ask")
    plain = try bench.start()
    for peer in [quotes, plain] {
      let ask = bench.messages(at: peer).last
      try bench.respond(peer, to: #require(ask), "{}")
    }
    for peer in [front, quotes, plain] { bench.forget(peer) }
  }

  // MARK: Opening

  /// Opens a popup of `quotes` from the front end and gives it its content.
  mutating func open(
    _ content: String = confirm, _ members: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (request: Int, popup: String) {
    let request = bench.post(front, "popup/open", #"{"name":"quotes/store"\#(members)}"#)
    let call = try bench.message("popup/content", at: quotes, sourceLocation: sourceLocation)
    try bench.respond(quotes, to: call, content)
    return (request, try #require(call["params"]?["popup"]?.string))
  }

  /// Shows content of a plugin and returns the request's id; its popup is the last one.
  mutating func show(
    _ content: String = text, _ members: String = "", by plugin: Peer? = nil
  ) -> Int {
    bench.post(plugin ?? quotes, "popup/show", #"{"content":\#(content)\#(members)}"#)
  }

  // MARK: What the front end got

  /// Takes the next popup that is presented.
  mutating func presented(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: String, params: JSONValue) {
    let notice = try bench.message("popup/present", at: front, sourceLocation: sourceLocation)
    let params = try #require(notice["params"])
    return (try #require(params["popup"]?.string), params)
  }

  /// The methods of what the front end got and nobody has taken; answers count as `answer`.
  var told: [String] { Self.names(bench.messages(at: front)) }

  static func names(_ messages: [JSONValue]) -> [String] {
    messages.map { $0["method"]?.string ?? "answer" }
  }

  // MARK: What the front end does

  mutating func press(_ popup: String, _ action: String, _ values: String? = nil) -> Int {
    let rest = values.map { #","values":\#($0)"# } ?? ""
    return bench.post(front, "popup/press", #"{"popup":"\#(popup)","action":"\#(action)"\#(rest)}"#)
  }

  mutating func front(_ method: String, _ params: String) throws -> JSONValue {
    try bench.request(front, method, params)
  }

  // MARK: Callbacks

  /// Takes the callback that answers a request, as `reason action object`.
  mutating func callback(
    of request: Int, at peer: Peer? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let answer = try bench.answer(
      to: request, at: peer ?? front, sourceLocation: sourceLocation)
    return Self.summary(answer["result"] ?? answer)
  }

  static func summary(_ end: JSONValue) -> String {
    if let error = end["error"] { return "error \(error["code"]?.serialized() ?? "?")" }
    let parts = [
      end["reason"]?.string, end["action"]?.serialized(), end["object"]?.serialized(),
    ]
    return parts.map { $0 ?? "absent" }.joined(separator: " ")
  }
}

/// Text without its line breaks: a plugin's messages are lines.
func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
