import HostProtocol
import JSON
import JSONRPC
import Testing

@testable import HostCore

/// Front ends and a plugin that do what a seed says: open, press, cancel, crash, lie and leave; and what
/// must hold of the host whatever they do.
struct ScreenWorld {
  private var bench = HostBench()
  private var random: SplitMix64
  private var frontEnds: [FrontEnd] = []
  private var plugin: PluginSide?
  private var history: [String] = []

  /// A front end with what it has asked, and the screens that it knows.
  private struct FrontEnd {
    let peer: Peer
    var open: [Int: String] = [:]
    var screens: [String: Int] = [:]
    var closing: [Int: String] = [:]
  }

  /// A process of the plugin, and what it was told.
  private struct PluginSide {
    let peer: Peer
    var requests: [JSONValue] = []
    var own: Set<Int> = []
    var provided: Set<String> = []
    var refused: Set<String> = []
    var closed: Set<String> = []
  }

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    bench.discover(ScreenBench.manifest())
    try connect()
  }

  /// Does one thing.
  mutating func step() throws {
    switch roll(24) {
    case 0: if frontEnds.count < 3 { try connect() }
    case 1: leave()
    case 2: try endPlugin()
    case 3: bench.advance(by: .milliseconds(roll(3000)))
    case 4: post("plugin/restart", #"{"plugin":"quotes"}"#)
    case 5: cancel()
    case 6...8: post("screen/open", #"{"name":"quotes/\#(pick(["home", "search"]))"}"#)
    case 9: post("screen/open", "{}")
    case 10, 11: close()
    case 12, 13: post("list/window", onScreen(#","first":\#(roll(60)),"count":\#(roll(40))"#))
    case 14: post("list/select", onScreen(#","item":"r\#(roll(60))""#))
    case 15: post("navigationBar/changeText", onScreen(#","text":"\#(pick(["", "a", "b"]))""#))
    case 16: post("navigationBar/press", onScreen(#","component":"search""#))
    case 17: tell("screen/push", #"{"session":"\#(anySession)","name":"search"}"#)
    case 18: tell("screen/pop", #"{"session":"\#(anySession)"}"#)
    case 19: tell("screen/dismiss", onScreen(""))
    case 20: tell("list/update", onScreen(#","changes":{"remove":["r\#(roll(60))"]}"#))
    case 21: tell("list/update", onScreen(#","sections":[],"hasMore":true"#))
    default: answerOne()
    }
    try look()
  }

  /// Lets everybody leave, and time pass; nothing may be left of what they had.
  mutating func end() throws {
    for _ in 0..<4 {
      bench.advance(by: .seconds(60))
      try look()
    }
    for frontEnd in frontEnds {
      #expect(frontEnd.open.isEmpty, "\(frontEnd.open) were never answered; \(story)")
    }
    while !frontEnds.isEmpty { leave() }
    bench.advance(by: .seconds(60))
    try look()
    #expect(bench.host.screens.isEmpty && bench.host.windows.isEmpty, "\(story)")
    #expect(bench.host.changedLists.isEmpty, "\(story)")
    if let plugin {
      let open = plugin.provided.subtracting(plugin.closed).subtracting(plugin.refused)
      #expect(open.isEmpty, "the plugin takes \(open) for open; \(story)")
      #expect(plugin.own.isEmpty, "the plugin's \(plugin.own) were never answered; \(story)")
    }
  }

  // MARK: What happens

  private mutating func connect() throws {
    frontEnds.append(FrontEnd(peer: try bench.session()))
  }

  private mutating func leave() {
    guard !frontEnds.isEmpty else { return }
    let frontEnd = frontEnds.remove(at: roll(frontEnds.count))
    guard case .frontEnd(let connection) = frontEnd.peer else { return }
    note("\(frontEnd.peer) leaves")
    bench.handle(.closed(.frontEnd(connection)))
  }

  private mutating func endPlugin() throws {
    guard let peer = plugin?.peer, case .plugin(let run) = peer else { return }
    note("the plugin ends")
    plugin = nil
    bench.handle(.exited(run, pick([.exited(0), .exited(1), .signaled(9)])))
  }

  private mutating func post(_ method: String, _ params: String) {
    guard !frontEnds.isEmpty else { return }
    let index = roll(frontEnds.count)
    let id = bench.post(frontEnds[index].peer, method, params)
    note("\(frontEnds[index].peer) asks \(method) \(params) as \(id)")
    frontEnds[index].open[id] = method
  }

  private mutating func close() {
    guard !frontEnds.isEmpty else { return }
    let index = roll(frontEnds.count)
    guard let screen = frontEnds[index].screens.keys.sorted().randomElement(using: &random) else {
      return
    }
    let id = bench.post(frontEnds[index].peer, "screen/close", #"{"screen":"\#(screen)"}"#)
    note("\(frontEnds[index].peer) closes \(screen) as \(id)")
    frontEnds[index].open[id] = "screen/close"
    frontEnds[index].closing[id] = screen
  }

  private mutating func cancel() {
    guard let frontEnd = frontEnds.randomElement(using: &random),
      let id = frontEnd.open.keys.sorted().randomElement(using: &random)
    else { return }
    note("\(frontEnd.peer) cancels \(id)")
    bench.send(
      frontEnd.peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
  }

  private mutating func tell(_ method: String, _ params: String) {
    guard let peer = plugin?.peer else { return }
    let id = bench.post(peer, method, params)
    note("the plugin asks \(method) \(params) as \(id)")
    plugin?.own.insert(id)
  }

  private mutating func answerOne() {
    guard let side = plugin, !side.requests.isEmpty else { return }
    let index = roll(side.requests.count)
    let request = side.requests[index]
    plugin?.requests.remove(at: index)
    guard let id = request["id"]?.serialized() else { return }
    let answer = answer(to: request)
    note("the plugin answers \(id) with \(answer)")
    bench.send(side.peer, #"{"jsonrpc":"2.0","id":\#(id),\#(answer)}"#)
  }

  private mutating func answer(to request: JSONValue) -> String {
    let screen = request[path: "params/screen"]?.string ?? ""
    let isProvide = request["method"]?.string == "screen/provide"
    switch roll(8) {
    case 0:
      if isProvide { plugin?.refused.insert(screen) }
      return #""error":{"code":7,"message":"No."}"#
    case 1: return #""result":3"#
    case 2: return #""result":{"effects":[{"method":"screen/push","params":{"name":"home"}}]}"#
    case 3: return #""result":{"effects":[{"method":"screen/pop"},{"method":"screen/dismiss"}]}"#
    default: break
    }
    guard !isProvide else {
      return
        #""result":{"navigationBar":{"preset":"search"},"list":{"cellTypes":[{"id":"a"}],"total":60}}"#
    }
    let offset = Int(request[path: "params/offset"]?.integer ?? 0)
    let rows = (offset..<offset + roll(30)).map { #"{"id":"r\#($0)","cellType":"a","title":"T"}"# }
    return
      #""result":{"sections":[{"id":"s","rows":[\#(rows.joined(separator: ","))]}],"hasMore":\#(roll(2) == 0)}"#
  }

  // MARK: What must hold

  /// Takes what the host has said, and checks it, until it has nothing more to say.
  private mutating func look() throws {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for index in frontEnds.indices {
        for message in take(from: frontEnds[index].peer) {
          isQuiet = false
          check(message, at: index)
        }
      }
      if plugin == nil, let run = bench.spawns.last?.run, bench.host.runs[run] != nil {
        plugin = PluginSide(peer: try bench.start())
      }
      for message in plugin.map({ take(from: $0.peer) }) ?? [] {
        isQuiet = false
        checkAtPlugin(message)
      }
    }
  }

  private mutating func take(from peer: Peer) -> [JSONValue] {
    let messages = bench.messages(at: peer)
    bench.forget(peer)
    return messages
  }

  private mutating func check(_ message: JSONValue, at index: Int) {
    guard let method = message["method"]?.string else {
      return checkAnswer(message, at: index)
    }
    let params = message["params"]
    let screen = params?["screen"]?.string ?? params?[path: "screen/screen"]?.string ?? ""
    switch method {
    case "screen/didPush":
      #expect(frontEnds[index].screens.updateValue(-1, forKey: screen) == nil, "\(story)")
    case "screen/didPop":
      #expect(frontEnds[index].screens.removeValue(forKey: screen) != nil, "\(screen) \(story)")
    case "list/didChange":
      let revision = Int(params?["revision"]?.integer ?? -1)
      let known = frontEnds[index].screens[screen]
      #expect(known != nil && known.map { $0 < revision } ?? false, "\(message) \(story)")
      frontEnds[index].screens[screen] = revision
    case "navigationBar/didChange":
      #expect(frontEnds[index].screens[screen] != nil, "\(message) \(story)")
    default: #expect(method == "plugin/didFail", "\(message)")
    }
  }

  private mutating func checkAnswer(_ message: JSONValue, at index: Int) {
    let id = Int(message["id"]?.integer ?? -1)
    let method = frontEnds[index].open.removeValue(forKey: id)
    #expect(method != nil, "an answer to nothing: \(message); \(story)")
    let closing = frontEnds[index].closing.removeValue(forKey: id)
    guard let result = message["result"] else {
      let code = message.errorCode ?? 0
      #expect(
        [7, -32800, -32801, -32001, -32003, -32004, -32005, -32008, -32010, -32013].contains(code),
        "\(message)")
      return
    }
    if let closing { frontEnds[index].screens[closing] = nil }
    if method == "screen/open", let screen = result["screen"]?.string {
      frontEnds[index].screens[screen] = Int(result[path: "list/revision"]?.integer ?? -1)
    }
  }

  private mutating func checkAtPlugin(_ message: JSONValue) {
    let screen = message[path: "params/screen"]?.string ?? ""
    guard let method = message["method"]?.string else {
      let id = Int(message["id"]?.integer ?? -1)
      #expect(plugin?.own.remove(id) != nil, "an answer to nothing: \(message)")
      return
    }
    switch method {
    case "screen/provide":
      plugin?.provided.insert(screen)
      plugin?.refused.remove(screen)
    case "screen/didClose":
      #expect(plugin?.provided.contains(screen) == true, "\(screen) \(story)")
      #expect(plugin?.closed.insert(screen).inserted == true, "\(screen) twice \(story)")
    case "list/fetchData", "list/didSelectRow", "navigationBar/clickSearch",
      "navigationBar/searchWithText":
      #expect(plugin?.provided.contains(screen) == true, "\(message) \(story)")
      #expect(plugin?.closed.contains(screen) == false, "\(message) \(story)")
    default: break
    }
    if message["id"] != nil { plugin?.requests.append(message) }
    if method == "shutdown", let id = message["id"]?.serialized(), let peer = plugin?.peer {
      plugin?.requests.removeLast()
      bench.send(peer, #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
    }
    if method == "exit", let peer = plugin?.peer, case .plugin(let run) = peer {
      plugin = nil
      bench.handle(.exited(run, .exited(0)))
    }
  }

  // MARK: Chance

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  private var anySession: String {
    mutating get { "s\(1 + roll(4))" }
  }

  private mutating func onScreen(_ members: String) -> String {
    let known = frontEnds.flatMap { $0.screens.keys }.sorted()
    return #"{"screen":"\#(known.isEmpty ? "screen-0" : pick(known))"\#(members)}"#
  }

  private mutating func note(_ what: String) { history.append(what) }

  private var story: String { "after:\n" + history.joined(separator: "\n") }
}
