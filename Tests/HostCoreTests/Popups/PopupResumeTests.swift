import HostCore
import JSON
import Testing

/// Popups of sessions that lose their connection, and of viewports that change.
@Suite struct PopupResumeTests {
  /// A scene whose session can be resumed, and the token for it.
  private func scene() throws -> (PopupScene, token: String) {
    let scene = try PopupScene(#","features":["popups","popupAck"],"resumable":true"#)
    let handshake = try #require(scene.bench.texts[scene.front]?.first)
    let token = try JSONValue.parse(handshake)["result"]?["resumeToken"]?.string
    return (scene, try #require(token))
  }

  private func lose(_ scene: inout PopupScene) {
    guard case .frontEnd(let connection) = scene.front else { return }
    scene.bench.handle(.closed(.frontEnd(connection)))
  }

  private func resume(
    _ scene: inout PopupScene, _ token: String, _ members: String = ""
  ) throws -> (peer: Peer, resumed: JSONValue) {
    let peer = scene.bench.connect()
    let answer = try scene.bench.request(
      peer, "initialize",
      #"{"protocol":{"min":1,"max":1},"features":["popups"],"resumable":true,"resume":"\#(token)"\#(members)}"#
    )
    return (peer, try #require(answer["result"]?["resumed"]))
  }

  @Test func framesFollowTheViewport() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open(
      #"{"size":{"width":40,"height":10},"body":{"kind":"text","text":""}}"#)
    _ = try scene.open(#"{"size":{"width":40,"height":10},"body":{"kind":"text","text":""}}"#)
    _ = scene.show(PopupScene.text, #","precedence":{"kind":"override"}"#, by: scene.plain)
    _ = try scene.presented()
    let (upper, _) = try scene.presented()
    scene.bench.forget(scene.front)
    _ = try scene.front("viewport/change", #"{"width":40,"height":12}"#)
    #expect(scene.told == [], "the front end places it, and the others wait")
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(upper)"}"#)
    let again = try scene.presented()
    #expect(again.id == popup)
    #expect(again.params["frame"]?.serialized() == #"{"x":2,"y":1,"width":36,"height":10}"#)
    scene.bench.forget(scene.front)
    let change = scene.bench.post(scene.front, "viewport/change", #"{"width":80,"height":24}"#)
    #expect(scene.told == ["answer", "popup/change"])
    _ = try scene.bench.answer(to: change, at: scene.front)
    let told = try scene.bench.message("popup/change", at: scene.front)["params"]
    #expect(
      told?.serialized()
        == #"{"popup":"\#(popup)","frame":{"x":20,"y":7,"width":40,"height":10},"overflow":{"width":0,"height":0}}"#
    )
    let tap = try scene.front("popup/tap", #"{"popup":"\#(popup)","x":20,"y":7}"#)["result"]
    #expect(tap?["inside"]?.boolean == true)
    _ = try scene.front("viewport/change", #"{"width":80,"height":24}"#)
    #expect(scene.told == [], "nothing has changed")
  }

  @Test func popupsAndTheirRequestsSurvive() throws {
    var (scene, token) = try scene()
    let (request, popup) = try scene.open(
      #"{"size":{"width":40,"height":10},"body":{"kind":"confirm","text":"?"}}"#)
    _ = try scene.open(PopupScene.text)
    lose(&scene)
    let (peer, resumed) = try resume(
      &scene, token, #","viewport":{"width":100,"height":40}"#)
    #expect(resumed["popups"]?.count == 1, "the other one waits for its turn")
    #expect(resumed["popups"]?[0]?["popup"]?.string == popup)
    #expect(
      resumed["popups"]?[0]?["frame"]?.serialized()
        == #"{"x":30,"y":15,"width":40,"height":10}"#)
    #expect(resumed["openRequests"]?.count == 2)
    #expect(scene.bench.messages(at: peer).isEmpty, "the frame was told already")
    let press = scene.bench.post(peer, "popup/press", #"{"popup":"\#(popup)","action":"ok"}"#)
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: call, "{}")
    _ = try scene.bench.answer(to: press, at: peer)
    #expect(try scene.callback(of: request, at: peer) == #"component "ok" null"#)
    _ = try scene.bench.message("popup/present", at: peer)
  }

  @Test func callbacksThatCameMeanwhileAreKept() throws {
    var (scene, token) = try scene()
    let (request, first) = try scene.open()
    let (later, second) = try scene.open(PopupScene.text, #","wait":false"#)
    _ = try scene.bench.answer(to: later, at: scene.front)
    lose(&scene)
    for popup in [first, second] {
      _ = try scene.bench.request(scene.quotes, "popup/dismiss", #"{"target":"\#(popup)"}"#)
    }
    let (peer, resumed) = try resume(&scene, token)
    #expect(resumed["popups"]?.count == 0)
    #expect(resumed["openRequests"]?.elements.map { $0.serialized() } == ["\(request)"])
    #expect(try scene.callback(of: request, at: peer) == "programmatic null null")
    let told = try scene.bench.message("popup/didCallBack", at: peer)["params"]
    #expect(told?["popup"]?.string == second)
    #expect(scene.bench.messages(at: peer).isEmpty, "once")
    let again = scene.bench.post(peer, "popup/open", #"{"name":"quotes/store"}"#)
    #expect(again > 0)
  }

  @Test func contentAndErrorsThatCameMeanwhileAreKept() throws {
    var (scene, token) = try scene()
    let works = scene.bench.post(
      scene.front, "popup/open", #"{"name":"quotes/store","wait":false}"#)
    let fails = scene.bench.post(scene.front, "popup/open", #"{"name":"quotes/store"}"#)
    let calls = scene.bench.messages(at: scene.quotes)
    try #require(calls.count == 2)
    lose(&scene)
    try scene.bench.respond(scene.quotes, to: calls[0], PopupScene.text)
    try scene.bench.fail(scene.quotes, calls[1], #"{"code":7,"message":"no"}"#)
    let (peer, resumed) = try resume(&scene, token)
    #expect(resumed["popups"]?.count == 1)
    #expect(try scene.bench.answer(to: works, at: peer)["result"]?["popup"]?.string != nil)
    #expect(try scene.bench.answer(to: fails, at: peer).errorCode == 7)
  }

  @Test func nobodyIsAwaitedToAcknowledge() throws {
    var (scene, _) = try scene()
    let shown = scene.show()
    let (popup, _) = try scene.presented()
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    #expect(scene.bench.messages(at: scene.quotes).isEmpty)
    lose(&scene)
    #expect(try scene.callback(of: shown, at: scene.quotes) == "swipe null null")
    let next = scene.bench.post(
      scene.quotes, "popup/show", #"{"session":"s1","content":\#(PopupScene.text)}"#)
    #expect(
      try scene.bench.answer(to: next, at: scene.quotes).errorCode == -32004,
      "it was never told of the session")
  }

  @Test func aSessionThatNobodyResumesIsGone() throws {
    var (scene, token) = try scene()
    let shown = scene.show()
    lose(&scene)
    scene.bench.advance(by: .milliseconds(59999))
    #expect(scene.bench.messages(at: scene.quotes).isEmpty)
    scene.bench.advance(by: .milliseconds(1))
    #expect(try scene.callback(of: shown, at: scene.quotes) == "frontEndGone null null")
    #expect(try resume(&scene, token).resumed.isNull)
  }

  @Test func anAttachedSessionIsPreferredToADetachedOne() throws {
    var (scene, _) = try scene()
    lose(&scene)
    let request = scene.show()
    #expect(try scene.bench.answer(to: request, at: scene.quotes).errorCode == -32014)
  }
}
