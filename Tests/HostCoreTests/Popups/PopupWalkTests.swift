import HostCore
import JSON
import Testing

@testable import struct HostCore.SplitMix64

/// Random histories of popups: whatever two plugins and their users do, and whoever crashes.
@Suite struct PopupWalkTests {
  @Test(
    "every request is answered once, every popup called back once, and a place shows one popup",
    arguments: 0..<60)
  func walk(seed: Int) throws {
    var walk = try Walk(seed: UInt64(seed))
    for _ in 0..<150 { try walk.step() }
    try walk.finish()
  }
}

/// One random history. It plays the front end and both plugins, and checks what they are told.
private struct Walk {
  var scene: PopupScene
  var random: SplitMix64
  var plugins: [Peer]
  /// Requests that are not answered: those of the front end, then those of the plugins.
  var open: [Peer: [Int: Kind]] = [:]
  /// What the host asked plugins and was not answered.
  var asked: [(plugin: Peer, request: JSONValue)] = []
  /// Popups on the screen, with their levels.
  var shown: [String: Int64] = [:]
  /// Popups that were called back, by an answer or by a notification.
  var calledBack: Set<String> = []
  /// Popups of which only a notification will tell the end, and whom.
  var promised: [String: Peer] = [:]
  var running: [Bool] = [true, true]
  /// The front end's connection, and what resumes its session.
  var front: Peer
  var token: String
  var isAttached = true
  let features: String

  enum Kind { case waits, opens, asks }

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    features = #","features":["popups"\#(seed % 2 == 0 ? #","popupAck""# : "")],"resumable":true"#
    scene = try PopupScene(features)
    front = scene.front
    let handshake = try JSONValue.parse(#require(scene.bench.texts[front]?.first))
    token = try #require(handshake["result"]?["resumeToken"]?.string)
    plugins = [scene.quotes, scene.plain]
  }

  mutating func step() throws {
    switch random.next() % 16 {
    case 0, 1: openPopup()
    case 2, 3: showPopup()
    case 4, 5, 6: try answerPlugin()
    case 7, 8: press()
    case 9: tap()
    case 10: dismiss()
    case 11: acknowledge()
    case 12: cancel()
    case 13: flush()
    case 14: if chance(3) { try crash() } else if chance(2) { try reconnect() }
    default: scene.bench.advance(by: .milliseconds(Int64(random.next() % 1500)))
    }
    try look()
  }

  /// Ends everything; afterwards nobody waits for anything.
  mutating func finish() throws {
    if !isAttached { try resume() }
    for index in plugins.indices where running[index] { try end(index) }
    failStarts()
    try look()
    #expect(!open.values.contains { !$0.isEmpty }, "unanswered: \(open)")
    #expect(shown.isEmpty, "left on the screen: \(shown)")
    #expect(promised.isEmpty, "never called back: \(promised)")
    let answer = try scene.bench.request(front, "ping")
    #expect(answer["result"] != nil)
  }

  /// No process starts any more, until the host gives up.
  private mutating func failStarts() {
    for _ in 0..<20 {
      for start in scene.bench.spawns {
        scene.bench.handle(.spawnFailed(start.run, reason: "there is no memory"))
      }
      scene.bench.advance(by: .seconds(60))
    }
  }

  // MARK: What peers do

  private mutating func openPopup() {
    let waits = chance(2)
    let name = chance(2) ? "quotes/store" : "plain/alert"
    post(
      front, "popup/open", #"{"name":"\#(name)","wait":\#(waits)\#(precedence())}"#,
      waits ? .waits : .opens)
  }

  private mutating func showPopup() {
    guard let index = plugins.indices.filter({ running[$0] }).randomElement(using: &random) else {
      return
    }
    let plugin = plugins[index]
    let waits = chance(2)
    let cause = asked.filter { $0.plugin == plugin }.randomElement(using: &random)
    let id = cause.flatMap { $0.request["id"]?.serialized() }
    let meta = id.map { #","_meta":{"cause":\#($0)}"# } ?? ""
    guard chance(5) else {
      return post(
        plugin, "popup/show",
        #"{"content":\#(content()),"wait":\#(waits)\#(precedence())\#(meta)}"#,
        waits ? .waits : .opens)
    }
    post(
      plugin, "message/show", #"{"text":"?","actions":[{"id":"ok","title":"OK"}]\#(meta)}"#, .asks)
  }

  private mutating func answerPlugin() throws {
    guard !asked.isEmpty else { return }
    let (plugin, request) = asked.remove(at: Int(random.next() % UInt64(asked.count)))
    if chance(6) {
      return try scene.bench.fail(plugin, request, #"{"code":7,"message":"no"}"#)
    }
    guard request["method"]?.string == "popup/action" else {
      return try scene.bench.respond(plugin, to: request, content())
    }
    let answers = [
      "{}", "null", #"{"dismiss":false}"#, #"{"errors":{"a":"b"}}"#, #"{"content":\#(content())}"#,
      #"{"effects":[{"method":"popup/show","params":{"content":\#(content())}}]}"#, "7",
    ]
    let answer = answers[Int(random.next() % UInt64(answers.count))]
    try scene.bench.respond(plugin, to: request, answer)
  }

  private mutating func press() {
    guard let popup = anyPopup() else { return }
    let action = chance(3) ? "cancel" : "ok"
    post(front, "popup/press", #"{"popup":"\#(popup)","action":"\#(action)"}"#, .asks)
  }

  private mutating func tap() {
    guard let popup = anyPopup() else { return }
    post(front, "popup/tap", #"{"popup":"\#(popup)","inside":\#(chance(2))}"#, .asks)
  }

  private mutating func dismiss() {
    guard let popup = anyPopup() else { return }
    post(front, "popup/dismiss", #"{"popup":"\#(popup)"}"#, .asks)
  }

  private mutating func acknowledge() {
    guard let popup = anyPopup() else { return }
    post(front, "popup/didDismiss", #"{"popup":"\#(popup)"}"#, .asks)
  }

  private mutating func flush() {
    let target = chance(2) ? #""all""# : #"{"priorityAtMost":500}"#
    guard let index = plugins.indices.randomElement(using: &random), running[index], chance(3)
    else { return }
    post(plugins[index], "popup/dismiss", #"{"target":\#(target)}"#, .asks)
  }

  private mutating func cancel() {
    guard let peer = open.keys.filter({ open[$0]?.isEmpty == false }).min(by: Self.order),
      let id = open[peer]?.keys.sorted().randomElement(using: &random)
    else { return }
    guard peer != front || isAttached else { return }
    scene.bench.send(
      peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
  }

  private static func order(_ left: Peer, _ right: Peer) -> Bool { "\(left)" < "\(right)" }

  /// A plugin crashes and comes back.
  private mutating func crash() throws {
    let index = Int(random.next() % 2)
    guard running[index] else { return }
    try end(index)
    guard chance(2) else { return }
    let count = scene.bench.spawns.count
    scene.bench.advance(by: .seconds(1))
    guard scene.bench.spawns.count > count else { return }
    plugins[index] = try scene.bench.start()
    running[index] = true
  }

  private mutating func end(_ index: Int) throws {
    guard case .plugin(let run) = plugins[index] else { return }
    running[index] = false
    asked.removeAll { $0.plugin == plugins[index] }
    scene.bench.handle(.exited(run, .signaled(9)))
    // What the dead process asked is nobody's to be answered.
    open[plugins[index]] = nil
    promised = promised.filter { $0.value != plugins[index] }
  }

  // MARK: Lost connections

  private mutating func reconnect() throws {
    guard isAttached else { return try resume() }
    guard case .frontEnd(let connection) = front else { return }
    scene.bench.handle(.closed(.frontEnd(connection)))
    isAttached = false
    shown = [:]
    open[front] = open[front]?.filter { $0.value != .asks }
  }

  private mutating func resume() throws {
    let old = front
    front = scene.bench.connect()
    let answer = try scene.bench.request(
      front, "initialize", #"{"protocol":{"min":1,"max":1},"resume":"\#(token)"\#(features)}"#)
    let result = try #require(answer["result"])
    token = try #require(result["resumeToken"]?.string)
    let resumed = try #require(result["resumed"])
    isAttached = true
    open[front] = open.removeValue(forKey: old)
    promised = promised.mapValues { $0 == old ? front : $0 }
    let requests = resumed["openRequests"]?.elements.compactMap { $0.integer.map(Int.init) } ?? []
    #expect(Set(requests) == Set(open[front, default: [:]].keys))
    for popup in resumed["popups"]?.elements ?? [] {
      shown[popup["popup"]?.string ?? ""] = popup["level"]?.integer
    }
  }

  // MARK: What they are told

  private mutating func look() throws {
    for message in scene.bench.messages(at: front) { try take(message, at: front) }
    scene.bench.forget(front)
    for (index, plugin) in plugins.enumerated() where running[index] {
      for message in scene.bench.messages(at: plugin) { try take(message, at: plugin) }
      scene.bench.forget(plugin)
    }
  }

  private mutating func take(_ message: JSONValue, at peer: Peer) throws {
    let params = message["params"]
    let popup = params?["popup"]?.string ?? ""
    switch message["method"]?.string {
    case nil: try takeAnswer(message, at: peer)
    case "popup/present":
      #expect(shown[popup] == nil, "\(popup) is presented twice")
      shown[popup] = params?["level"]?.integer
      let levels = shown.values
      #expect(Set(levels).count == levels.count, "two on one level: \(shown)")
    case "popup/dismiss": #expect(shown.removeValue(forKey: popup) != nil, "\(popup) twice")
    case "popup/didCallBack":
      note(popup)
      let opener = promised.removeValue(forKey: popup)
      // A popup that an effect showed was promised by no answer.
      #expect(opener == peer || (opener == nil && peer != front), "\(popup) is another's")
    case "popup/content", "popup/action": asked.append((peer, message))
    default: break
    }
  }

  private mutating func takeAnswer(_ message: JSONValue, at peer: Peer) throws {
    let id = Int(try #require(message["id"]?.integer))
    guard let kind = open[peer]?.removeValue(forKey: id) else {
      Issue.record("an answer to nothing: \(message)")
      return
    }
    guard let popup = message["result"]?["popup"]?.string else { return }
    switch kind {
    case .waits: note(popup)
    case .opens: promised[popup] = peer
    case .asks: break
    }
  }

  private mutating func note(_ popup: String) {
    #expect(calledBack.insert(popup).inserted, "\(popup) is called back twice")
    #expect(shown[popup] == nil, "\(popup) is still on the screen")
  }

  // MARK: Chance

  private mutating func post(_ peer: Peer, _ method: String, _ params: String, _ kind: Kind) {
    guard peer != front || isAttached else { return }
    let id = scene.bench.post(peer, method, params)
    open[peer, default: [:]][id] = kind
  }

  private mutating func chance(_ count: UInt64) -> Bool { random.next() % count == 0 }

  /// One that is shown, or any that has been.
  private mutating func anyPopup() -> String? {
    if chance(4) { return "popup-\(1 + random.next() % 20)" }
    return shown.keys.sorted().randomElement(using: &random)
  }

  private mutating func precedence() -> String {
    let kind = chance(3) ? "override" : "enqueue"
    let onOverride = chance(2) ? "drop" : "requeue"
    return
      #","precedence":{"kind":"\#(kind)","priority":\#(random.next() % 3 * 500),"onOverride":"\#(onOverride)"}"#
  }

  private mutating func content() -> String {
    let duration = chance(4) ? #","durationMs":700"# : ""
    let size = chance(2) ? #","size":{"width":70,"height":10}"# : ""
    return #"{"body":{"kind":"confirm","text":"?"}\#(duration)\#(size)}"#
  }
}
