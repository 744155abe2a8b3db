import HostCore
import JSON
import Testing

/// Bars on the wire: what front ends do, what plugins are told and set, and who hears of it.
@Suite struct BarMessageTests {
  /// A plugin whose screens are in its manifest, so that none has to be asked for.
  static let shop = #"""
    {"name":"shop","version":"1.0.0","command":["./shop"],
     "implements":["navigationBar/clickLeftMenu","navigationBar/clickDelete",
      "navigationBar/clickSearch","navigationBar/searchWithText","navigationBar/clickItem"],
     "provides":{"screens":[
      {"name":"plain","navigationBar":{}},
      {"name":"search","navigationBar":{"preset":"search"}},
      {"name":"library","navigationBar":{"preset":"library"}},
      {"name":"back","navigationBar":{"defaultBack":true,
       "components":{"left":{"role":"back"}}}},
      {"name":"bare"}]}}
    """#

  static let other = #"""
    {"name":"other","version":"1.0.0","command":["./other"],"implements":[],
     "provides":{"screens":[{"name":"plain","navigationBar":{}}]}}
    """#

  private struct Scene {
    var bench: HostBench
    let peer: Peer
    let screen: String
    var plugin: Peer

    /// Sends a request about the screen and returns its result.
    mutating func result(_ method: String, _ members: String) throws -> JSONValue {
      let comma = members.isEmpty ? "" : ","
      let answer = try bench.request(
        peer, "navigationBar/\(method)", #"{"screen":"\#(screen)"\#(comma)\#(members)}"#)
      return try #require(answer["result"], "\(answer.serialized())")
    }

    /// Sends a request of the plugin's about the screen and returns its answer.
    mutating func set(_ method: String, _ members: String) throws -> JSONValue {
      let comma = members.isEmpty ? "" : ","
      return try bench.request(
        plugin, "navigationBar/\(method)", #"{"screen":"\#(screen)"\#(comma)\#(members)}"#)
    }
  }

  /// A session with a screen of the plugin, which runs.
  private func scene(_ name: String, viewport: String = "") throws -> Scene {
    var bench = HostBench()
    bench.discover(Self.shop, Self.other)
    let peer = try bench.session(viewport)
    let screen = try bench.open(#"{"name":"shop/\#(name)"}"#, at: peer)
    _ = bench.post(peer, "plugin/start", #"{"plugin":"shop"}"#)
    let plugin = try bench.start()
    bench.forget(peer)
    return Scene(bench: bench, peer: peer, screen: screen, plugin: plugin)
  }

  // MARK: Events

  @Test func aPressIsAnsweredWhenItIsHandedOver() throws {
    var scene = try scene("plain")
    let delivery = try scene.result("press", #""component":"left""#)
    #expect(delivery.serialized() == #"{"delivered":true,"call":"navigationBar/clickLeftMenu"}"#)
    let call = try scene.bench.message("navigationBar/clickLeftMenu", at: scene.plugin)
    #expect(call["id"]?.string?.hasPrefix("s1:") == true)
    let params = try #require(call["params"])
    #expect(params["screen"]?.string == scene.screen && params["session"]?.string == "s1")
    #expect(
      params["sender"]?.serialized()
        == #"{"component":"left","selected":false,"hidden":false,"image":null,"title":null}"#)
    try scene.bench.respond(scene.plugin, to: call, "{}")
    #expect(scene.bench.pending(at: scene.peer).isEmpty)
  }

  @Test func aFailureIsToldLater() throws {
    var scene = try scene("plain")
    _ = try scene.result("press", #""component":"left""#)
    let call = try scene.bench.message("navigationBar/clickLeftMenu", at: scene.plugin)
    try scene.bench.fail(scene.plugin, call, #"{"code":-32000,"message":"no menu"}"#)
    let failure = try scene.bench.message("plugin/didFail", at: scene.peer)["params"]
    #expect(failure?["screen"]?.string == scene.screen)
    #expect(failure?["call"]?.string == "navigationBar/clickLeftMenu")
  }

  @Test func whatIsNotImplementedIsNotSent() throws {
    var scene = try scene("plain")
    let delivery = try scene.result("press", #""component":"right""#)
    #expect(delivery.serialized() == #"{"delivered":false,"reason":"notImplemented"}"#)
    #expect(scene.bench.pending(at: scene.plugin).isEmpty)
  }

  @Test func aSearchTakesTheTextThatWasTyped() throws {
    var scene = try scene("search")
    #expect(try scene.result("changeText", #""text":" a ""#).serialized() == "{}")
    #expect(scene.bench.pending(at: scene.peer).isEmpty, "its front end knows the text")
    let pressed = try scene.result("press", #""component":"search""#)
    #expect(
      pressed.serialized()
        == #"{"delivered":true,"call":"navigationBar/searchWithText","endEditing":true}"#)
    let call = try scene.bench.message("navigationBar/searchWithText", at: scene.plugin)
    #expect(call["params"]?["keyword"]?.string == " a ")
    let submitted = try scene.result("submit", #""text":"b""#)
    #expect(submitted["endEditing"]?.boolean == true)
    let second = try scene.bench.message("navigationBar/searchWithText", at: scene.plugin)
    #expect(second["params"]?["keyword"]?.string == "b")
    let empty = try scene.result("submit", #""text":"""#)
    #expect(
      empty.serialized() == #"{"delivered":false,"reason":"emptyText","endEditing":true}"#)
  }

  @Test("what flips is told after the answer, once") func toggles() throws {
    var scene = try scene("library")
    for selected in [true, false, true] {
      _ = try scene.result("press", #""component":"delete""#)
      let sender = try scene.bench.message("navigationBar/clickDelete", at: scene.plugin)
      #expect(sender["params"]?["sender"]?["selected"]?.boolean == selected)
      let told = try scene.bench.message("navigationBar/didChange", at: scene.peer)["params"]
      let bar = try #require(told?["navigationBar"])
      #expect(told?["revision"] == bar["revision"])
      #expect(bar["components"]?["delete"]?["selected"]?.boolean == selected)
      #expect(scene.bench.pending(at: scene.peer).isEmpty)
    }
    let order = scene.bench.texts[scene.peer]?.suffix(2).map { $0.contains("didChange") }
    #expect(order == [false, true])
  }

  @Test func theHostGoesBackItself() throws {
    var scene = try scene("back")
    // The plugin does implement it.
    #expect(try scene.result("press", #""component":"left""#)["delivered"]?.boolean == true)
    var bench = HostBench()
    bench.discover(
      #"""
      {"name":"mute","version":"1","command":["./mute"],"implements":[],"provides":{"screens":[
       {"name":"back","navigationBar":{"defaultBack":true,"components":{"left":{"role":"back"}}}}]}}
      """#)
    let peer = try bench.session()
    let screen = try bench.open(#"{"name":"mute/back"}"#, at: peer)
    let answer = try bench.request(
      peer, "navigationBar/press", #"{"screen":"\#(screen)","component":"left"}"#)
    #expect(
      answer["result"]?.serialized() == #"{"delivered":false,"reason":"notImplemented"}"#)
    let popped = try bench.message("screen/didPop", at: peer)
    #expect(popped["params"]?["screen"]?.string == screen)
  }

  @Test func aPluginThatEndedHearsNothingUntilItIsBack() throws {
    var scene = try scene("library")
    guard case .plugin(let run) = scene.plugin else { return }
    scene.bench.handle(.exited(run, .signaled(9)))
    for selected in [true, false] {
      let delivery = try scene.result("press", #""component":"delete""#)
      #expect(delivery.serialized() == #"{"delivered":false,"reason":"noDelegate"}"#)
      let told = try scene.bench.message("navigationBar/didChange", at: scene.peer)["params"]
      let delete = told?["navigationBar"]?["components"]?["delete"]
      #expect(delete?["selected"]?.boolean == selected)
    }
    scene.bench.advance(by: .seconds(1))
    scene.plugin = try scene.bench.start()
    #expect(try scene.result("press", #""component":"delete""#)["delivered"]?.boolean == true)
  }

  @Test(
    "what can't be meant",
    arguments: [
      (#""component":"middle""#, -32602), (#""component":"left","item":"a""#, -32602),
      ("", -32602), (#""item":7"#, -32602),
    ])
  func wrongPresses(members: String, code: Int64) throws {
    var scene = try scene("plain")
    let comma = members.isEmpty ? "" : ","
    let answer = try scene.bench.request(
      scene.peer, "navigationBar/press", #"{"screen":"\#(scene.screen)"\#(comma)\#(members)}"#)
    #expect(answer["error"]?["code"]?.integer == code)
  }

  @Test(
    "a screen without a bar, of another session, or that nobody has",
    arguments: [
      "press", "changeText", "submit", "hitTest",
    ])
  func unknownScreens(method: String) throws {
    var scene = try scene("plain")
    let stranger = try scene.bench.session()
    let bare = try scene.bench.open(#"{"name":"shop/bare"}"#, at: scene.peer)
    for (peer, screen) in [
      (stranger, scene.screen), (scene.peer, "screen-99"), (scene.peer, "nonsense"),
      (scene.peer, bare),
    ] {
      let answer = try scene.bench.request(
        peer, "navigationBar/\(method)",
        #"{"screen":"\#(screen)","component":"left","text":"a","x":0,"y":0}"#)
      #expect(answer["error"]?["code"]?.integer == -32004, "\(screen)")
    }
  }

  @Test("a text is bounded", arguments: ["changeText", "submit"])
  func longTexts(method: String) throws {
    var scene = try scene("search")
    for (length, isTaken) in [(4096, true), (4097, false)] {
      let text = String(repeating: "a", count: length)
      let answer = try scene.bench.request(
        scene.peer, "navigationBar/\(method)",
        #"{"screen":"\#(scene.screen)","text":"\#(text)"}"#)
      #expect((answer["result"] != nil) == isTaken)
      if !isTaken { #expect(answer["error"]?["code"]?.integer == -32011) }
    }
  }

  @Test func pointsAreLookedUp() throws {
    var scene = try scene(
      "plain", viewport: #","viewport":{"width":320,"height":1,"unit":"point"}"#)
    _ = try scene.set("setItems", #""container":"left","items":[{"id":"a","width":100}]"#)
    #expect(
      try scene.result("hitTest", #""x":16,"y":0"#).serialized()
        == #"{"container":"left","item":"a","component":null}"#)
    #expect(
      try scene.result("hitTest", #""container":"left","x":100,"y":0"#).serialized()
        == #"{"container":null,"item":null,"component":null}"#)
  }

  // MARK: Setters

  @Test(
    "each setter",
    arguments: [
      ("updateTitle", #""title":"T""#, true, "title", #""T""#),
      ("updateTitle", #""title":"""#, true, "title", #""""#),
      ("hiddenOtherButton", #""hidden":true"#, true, "components/deleteAll/hidden", "true"),
      (
        "setupLeftButton", #""image":"i","hidden":true,"role":"close""#, true,
        "components/left/role", #""close""#
      ),
      ("setupRightButton", #""image":"i","hidden":true"#, true, "components/right/image", #""i""#),
      ("setRightButtonHidden", #""hidden":true"#, true, "components/delete/hidden", "true"),
      (
        "setSelected", #""component":"deleteAll","selected":true"#, true,
        "components/other/selected", "true"
      ),
      ("setSelected", #""component":"search","selected":true"#, false, "", ""),
      ("setType", #""type":"naviSearchBar""#, true, "visible/searchBar", "true"),
      (
        "setStyle", #""style":"SearchNavigationBarView""#, true, "style",
        #""SearchNavigationBarView""#
      ),
      ("setStyle", #""style":{"name":"Mine","parts":["left"]}"#, true, "parts", #"["left"]"#),
      (
        "setItems", #""container":"right","items":[{"id":"a","width":4}]"#, true, "rightItems",
        #"[{"id":"a","width":4,"enabled":true,"selected":false,"plugin":"shop","x":76}]"#
      ),
      (
        "setAppearance", #""appearance":{"tintColor":"red"}"#, true, "appearance/title/color",
        #""red""#
      ),
      (
        "patch", #""title":"T","height":44,"components":{"left":{"title":"L"}}"#, true,
        "components/left/title", #""L""#
      ),
      ("patch", #""searchText":"a""#, false, "", ""),
    ])
  func setters(
    method: String, members: String, isApplied: Bool, place: String, value: String
  ) throws {
    var scene = try scene("library")
    let answer = try scene.set(method, members)
    #expect(answer["result"]?.serialized() == #"{"applied":\#(isApplied)}"#)
    guard isApplied else { return #expect(scene.bench.pending(at: scene.peer).isEmpty) }
    var found = try scene.bench.message("navigationBar/didChange", at: scene.peer)["params"]?[
      "navigationBar"]
    for step in place.split(separator: "/") { found = found?[String(step)] }
    #expect(found?.serialized() == value)
    #expect(scene.bench.pending(at: scene.peer).isEmpty)
  }

  @Test func theRightButtonIsShownAgain() throws {
    var scene = try scene("plain")
    _ = try scene.set("setRightButtonHidden", #""hidden":true"#)
    _ = try scene.set("showRightButton", "")
    let told = scene.bench.messages(at: scene.peer).map {
      $0["params"]?["navigationBar"]?["components"]?["right"]?["hidden"]?.boolean
    }
    #expect(told == [true, false])
  }

  @Test(
    "what changes nothing is not told",
    arguments: [
      ("updateTitle", #""title":null"#), ("updateTitle", #""title":"library""#),
      ("setType", #""type":"libraryBooks""#), ("patch", ""), ("patch", #""defaultBack":true"#),
      ("setAppearance", #""appearance":{"translucent":false}"#),
    ])
  func nothingNew(method: String, members: String) throws {
    var scene = try scene("library")
    #expect(try scene.set(method, members)["result"]?["applied"]?.boolean == true)
    #expect(scene.bench.pending(at: scene.peer).isEmpty)
  }

  @Test(
    "what is refused",
    arguments: [
      ("setType", #""type":"fancy""#, "/type"), ("setStyle", #""style":"Fancy""#, "/style"),
      ("setSelected", #""component":"middle","selected":true"#, "/component"),
      ("setItems", #""container":"left","items":[{"id":"a","width":0}]"#, "/items/0/width"),
      ("setItems", #""container":"left","items":[{"id":"a"}]"#, "/items/0/width"),
      (
        "patch", #""title":"T","rightItems":[{"id":"a","width":1},{"id":"a","width":1}]"#,
        "/rightItems/1/id"
      ),
      ("hiddenOtherButton", "", "/hidden"),
    ])
  func refused(method: String, members: String, path: String) throws {
    var scene = try scene("library")
    let error = try scene.set(method, members)["error"]
    #expect(error?["code"]?.integer == -32602)
    #expect(error?["data"]?["path"]?.string == path)
    #expect(scene.bench.pending(at: scene.peer).isEmpty)
  }

  @Test func onlyAScreensOwnPluginMaySetItsBar() throws {
    var scene = try scene("plain")
    let own = try scene.bench.open("{}", at: scene.peer)
    let bare = try scene.bench.open(#"{"name":"shop/bare"}"#, at: scene.peer)
    for (screen, code) in [(own, -32012), ("screen-99", -32004), (bare, -32004)] {
      let answer = try scene.bench.request(
        scene.plugin, "navigationBar/updateTitle", #"{"screen":"\#(screen)","title":"T"}"#)
      #expect(answer["error"]?["code"]?.integer == Int64(code), "\(screen)")
    }
    _ = scene.bench.post(scene.peer, "plugin/start", #"{"plugin":"other"}"#)
    let other = try scene.bench.start()
    // A session that it was not told of does not exist for it.
    for code in [-32004, -32012] {
      let answer = try scene.bench.request(
        other, "navigationBar/updateTitle", #"{"screen":"\#(scene.screen)","title":"T"}"#)
      #expect(answer["error"]?["code"]?.integer == Int64(code))
      _ = try scene.bench.open(#"{"name":"other/plain"}"#, at: scene.peer)
    }
  }

  @Test func whatOneEventChangesIsToldOnce() throws {
    var scene = try scene("plain")
    _ = try scene.result("press", #""component":"left""#)
    let call = try scene.bench.message("navigationBar/clickLeftMenu", at: scene.plugin)
    let effects = ["A", "B", "C"].map {
      #"{"method":"navigationBar/updateTitle","params":{"title":"\#($0)"}}"#
    }
    try scene.bench.respond(
      scene.plugin, to: call, #"{"effects":[\#(effects.joined(separator: ","))]}"#)
    let told = try scene.bench.message("navigationBar/didChange", at: scene.peer)["params"]
    #expect(told?["navigationBar"]?["title"]?.string == "C")
    #expect(told?["revision"]?.integer == 4)
    #expect(scene.bench.pending(at: scene.peer).isEmpty)
  }

  @Test func aNewDisplayLaysTheBarOutAnew() throws {
    var scene = try scene(
      "plain", viewport: #","viewport":{"width":320,"height":1,"unit":"point"}"#)
    _ = try scene.set("setItems", #""container":"right","items":[{"id":"a","width":100}]"#)
    scene.bench.forget(scene.peer)
    _ = try scene.bench.request(scene.peer, "viewport/change", #"{"width":500,"height":1}"#)
    let told = try scene.bench.message("navigationBar/didChange", at: scene.peer)["params"]
    #expect(told?["navigationBar"]?["rightItems"]?[0]?["x"]?.double == 380)
    _ = try scene.bench.request(scene.peer, "viewport/change", #"{"width":500,"height":2}"#)
    #expect(scene.bench.pending(at: scene.peer).isEmpty)
  }

  @Test("a slow front end needs the newest bar only, of each screen") func states() throws {
    var scene = try scene("plain")
    let other = try scene.bench.open(#"{"name":"shop/search"}"#, at: scene.peer)
    for (screen, title) in [(scene.screen, "A"), (other, "B"), (scene.screen, "C")] {
      _ = try scene.bench.request(
        scene.plugin, "navigationBar/updateTitle", #"{"screen":"\#(screen)","title":"\#(title)"}"#)
    }
    let states = scene.bench.states[scene.peer]?.suffix(3) ?? []
    #expect(states.allSatisfy { $0 != nil })
    #expect(states.first == states.last && Set(states).count == 2)
  }

  @Test(arguments: [ProcessExit.signaled(9), .exited(0)])
  func aPluginThatIsBackProvidesTheBarAgain(exit: ProcessExit) throws {
    var bench = HostBench()
    bench.discover(
      #"""
      {"name":"shop","version":"1","command":["./shop"],
       "implements":["screen/provide","navigationBar/clickLeftMenu"],
       "provides":{"screens":[{"name":"home"}]}}
      """#)
    let peer = try bench.session()
    let opening = bench.post(peer, "screen/open", #"{"name":"shop/home"}"#)
    let plugin = try bench.start()
    try bench.respond(
      plugin, to: bench.message("screen/provide", at: plugin),
      #"{"navigationBar":{"preset":"search","components":{"left":{"image":"old"}}}}"#)
    let screen = try #require(
      try bench.answer(to: opening, at: peer)["result"]?["screen"]?.string)
    _ = try bench.request(
      plugin, "navigationBar/patch", #"{"screen":"\#(screen)","title":"Kept","type":"dropdown"}"#)
    bench.forget(peer)
    guard case .plugin(let run) = plugin else { return }
    bench.handle(.exited(run, exit))
    let press = #"{"screen":"\#(screen)","component":"left"}"#
    let reason = try bench.request(peer, "navigationBar/press", press)["result"]?["reason"]
    #expect(reason?.string == "noDelegate")
    // One that left is started by the event itself, one that crashed by its back-off.
    if case .signaled = exit { bench.advance(by: .seconds(1)) }
    #expect(bench.spawns.count == 2)
    let next = try bench.start()
    try bench.respond(
      next, to: bench.message("screen/provide", at: next),
      #"{"navigationBar":{"style":"LibraryNavigationBarView"}}"#)
    let bar = try bench.message("navigationBar/didChange", at: peer)["params"]?["navigationBar"]
    #expect(bar?["title"]?.string == "Kept" && bar?["type"]?.string == "dropdown")
    #expect(bar?["style"]?.string == "LibraryNavigationBarView")
    #expect(bar?["components"]?["left"]?["image"] == nil)
    #expect(
      try bench.request(peer, "navigationBar/press", press)["result"]?["delivered"]?.boolean
        == true)
  }

  @Test("a session that is taken up has its bars as the new display shows them") func resuming()
    throws
  {
    var scene = try scene(
      "plain", viewport: #","resumable":true,"viewport":{"width":320,"height":1,"unit":"point"}"#)
    let token = try #require(try scene.bench.resumeToken(of: scene.peer))
    _ = try scene.set("setItems", #""container":"right","items":[{"id":"a","width":100}]"#)
    guard case .frontEnd(let connection) = scene.peer else { return }
    scene.bench.handle(.closed(.frontEnd(connection)))
    _ = try scene.set("updateTitle", #""title":"Meanwhile""#)
    let peer = scene.bench.connect()
    let hello = try scene.bench.request(
      peer, "initialize",
      #"{"protocol":{"min":1,"max":1},"resume":"\#(token)","#
        + #""viewport":{"width":500,"height":1,"unit":"point"}}"#)
    let bar = hello["result"]?["resumed"]?["screens"]?[0]?["navigationBar"]
    #expect(bar?["title"]?.string == "Meanwhile")
    #expect(bar?["rightItems"]?[0]?["x"]?.double == 380)
    #expect(scene.bench.pending(at: peer).isEmpty, "the answer has told it")
    _ = try scene.set("updateTitle", #""title":"Now""#)
    #expect(
      try scene.bench.message("navigationBar/didChange", at: peer)["params"]?["revision"]
        != bar?["revision"])
  }

  @Test("the front end's locale turns the bar round", arguments: [("ar", 64.0), ("en", 0)])
  func locales(locale: String, x: Double) throws {
    var scene = try scene("plain", viewport: #","locale":"\#(locale)""#)
    _ = try scene.set("setItems", #""container":"left","items":[{"id":"a","width":16}]"#)
    let told = try scene.bench.message("navigationBar/didChange", at: scene.peer)["params"]
    #expect(told?["navigationBar"]?["leftItems"]?[0]?["x"]?.double == x)
  }
}

extension HostBench {
  /// The token that a front end got when it shook hands.
  func resumeToken(of peer: Peer) throws -> String? {
    let hello = try JSONValue.parse(texts[peer]?.first ?? "{}")
    return hello["result"]?["resumeToken"]?.string
  }

  /// Opens a screen and returns its id.
  mutating func open(
    _ params: String, at peer: Peer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let answer = try request(peer, "screen/open", params, sourceLocation: sourceLocation)
    return try #require(
      answer["result"]?["screen"]?.string, "\(answer.serialized())", sourceLocation: sourceLocation)
  }
}
