import HostCore
import JSON
import JSONRPC
import Testing

/// However a popup ends, whoever opened it is called back exactly once.
@Suite struct PopupEndTests {
  @Test("its time is counted from when it has come")
  func timeout() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open(
      #"{"body":{"kind":"text","text":""},"durationMs":1000,"transition":{"durationMs":100,"delayMs":50}}"#
    )
    scene.bench.advance(by: .milliseconds(1149))
    #expect(!scene.told.contains("popup/dismiss"))
    scene.bench.advance(by: .milliseconds(1))
    #expect(try scene.callback(of: request) == "timeout null null")
    let gone = try scene.bench.message("popup/didDismiss", at: scene.quotes)["params"]
    #expect(gone?.serialized() == #"{"popup":"\#(popup)","reason":"timeout"}"#)
  }

  @Test func timeSpentInTheQueueDoesNotCount() throws {
    var scene = try PopupScene()
    let (_, first) = try scene.open(PopupScene.text)
    let (second, _) = try scene.open(#"{"body":{"kind":"text","text":""},"durationMs":1000}"#)
    scene.bench.advance(by: .seconds(10))
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(first)"}"#)
    scene.bench.advance(by: .milliseconds(1199))
    #expect(!scene.told.contains("answer") || scene.told.count { $0 == "answer" } == 1)
    scene.bench.advance(by: .milliseconds(1))
    #expect(try scene.callback(of: second) == "timeout null null")
  }

  // MARK: Cancelled

  @Test func cancellingTheOpeningRequestClosesThePopup() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open()
    scene.bench.forget(scene.front)
    scene.cancel(request, at: scene.front)
    #expect(scene.told == ["popup/dismiss", "answer"])
    #expect(try scene.bench.answer(to: request, at: scene.front).errorCode == -32800)
    let gone = try scene.bench.message("popup/didDismiss", at: scene.quotes)["params"]
    #expect(gone?.serialized() == #"{"popup":"\#(popup)","reason":"cancelled"}"#)
    scene.cancel(request, at: scene.front)
    #expect(scene.told == ["popup/dismiss"])
  }

  @Test(
    "cancelled before its content came, its plugin is told so",
    arguments: [true, false])
  func cancelledBeforeItsContent(waits: Bool) throws {
    var scene = try PopupScene()
    let request = scene.bench.post(
      scene.front, "popup/open", #"{"name":"quotes/store","wait":\#(waits)}"#)
    let call = try scene.bench.message("popup/content", at: scene.quotes)
    scene.cancel(request, at: scene.front)
    #expect(try scene.bench.answer(to: request, at: scene.front).errorCode == -32800)
    #expect(
      PopupScene.names(scene.bench.messages(at: scene.quotes))
        == ["$/cancelRequest", "popup/didDismiss"])
    try scene.bench.respond(scene.quotes, to: call, PopupScene.text)
    #expect(scene.told == [], "late content is dropped")
  }

  @Test func cancelledBeforeItsPluginHasStartedNothingIsSent() throws {
    var bench = HostBench()
    bench.discover(Manifests.quotes)
    let front = try bench.session()
    let request = bench.post(front, "popup/open", #"{"name":"quotes/store"}"#)
    bench.send(
      front, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(request)}}"#)
    #expect(try bench.answer(to: request, at: front).errorCode == -32800)
    let plugin = try bench.start()
    #expect(bench.messages(at: plugin).isEmpty)
  }

  @Test func aPluginCancelsWhatItShows() throws {
    var scene = try PopupScene()
    let shown = scene.show()
    let waiting = scene.show()
    let message = scene.bench.post(
      scene.quotes, "message/show", #"{"text":"?","actions":[{"id":"a","title":"A"}]}"#)
    for request in [message, waiting, shown] {
      scene.cancel(request, at: scene.quotes)
      #expect(try scene.bench.answer(to: request, at: scene.quotes).errorCode == -32800)
    }
    #expect(scene.told == ["popup/present", "popup/dismiss"])
  }

  // MARK: Crashes

  /// How far a popup has come when its plugin crashes.
  enum Step: CaseIterable {
    case contentAsked
    case waiting
    case presenting
    case presented
    case actionAsked
    case childShown
    case withdrawn
    case dismissing
  }

  @Test("a plugin's crash at every step is one callback to its opener", arguments: Step.allCases)
  func crashOfTheContentsPlugin(step: Step) throws {
    var scene = try PopupScene(#","features":["popups","popupAck"]"#)
    let (request, press) = try scene.reach(step)
    scene.bench.forget(scene.front)
    scene.kill(scene.quotes)
    scene.bench.advance(by: .seconds(2))
    if let press { _ = try scene.bench.answer(to: press, at: scene.front) }
    let answer = try scene.bench.answer(to: request, at: scene.front)
    switch step {
    case .contentAsked: #expect(answer.errorCode == -32005)
    case .dismissing: #expect(answer["result"]?["reason"]?.string == "swipe")
    default: #expect(answer["result"]?["reason"]?.string == "pluginGone")
    }
    try scene.expectNothingIsLeft()
  }

  @Test(
    "a crash of a plugin that opened another's popup closes it, and its content's plugin is told",
    arguments: [true, false])
  func crashOfTheOpener(waits: Bool) throws {
    var scene = try PopupScene()
    _ = scene.bench.post(
      scene.plain, "popup/show", #"{"name":"quotes/store","wait":\#(waits)}"#)
    let call = try scene.bench.message("popup/content", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: call, PopupScene.text)
    let (popup, _) = try scene.presented()
    scene.kill(scene.plain)
    #expect(scene.told == ["popup/dismiss"])
    let gone = try scene.bench.message("popup/didDismiss", at: scene.quotes)["params"]
    #expect(gone?.serialized() == #"{"popup":"\#(popup)","reason":"pluginGone"}"#)
    #expect(scene.bench.messages(at: scene.plain).allSatisfy { $0["method"] == nil })
  }

  @Test func theNextProcessIsNotCalledBack() throws {
    var scene = try PopupScene()
    _ = scene.show(PopupScene.text, #","wait":false"#)
    let (popup, _) = try scene.presented()
    scene.kill(scene.quotes)
    scene.bench.advance(by: .seconds(1))
    let next = try scene.bench.start()
    #expect(scene.told == ["popup/dismiss"])
    #expect(scene.bench.messages(at: next).isEmpty)
    #expect(try scene.bench.request(next, "popup/list")["result"]?["popups"]?.count == 0)
    let again = try scene.bench.request(next, "popup/dismiss", #"{"target":"\#(popup)"}"#)
    #expect(again["result"] != nil)
  }

  @Test func aStopIsTheEndOfItsPopupsToo() throws {
    var scene = try PopupScene()
    let (request, _) = try scene.open()
    _ = try scene.front("plugin/stop", #"{"plugin":"quotes","force":true}"#)
    #expect(!scene.told.contains("popup/dismiss"), "its process still runs")
    scene.kill(scene.quotes)
    #expect(try scene.callback(of: request) == "pluginGone null null")
  }

  // MARK: Front ends that go

  @Test(
    "the end of a session closes its popups and calls its plugins back", arguments: Step.allCases)
  func frontEndGone(step: Step) throws {
    var scene = try PopupScene(#","features":["popups","popupAck"]"#)
    _ = try scene.reach(step)
    let waiting = scene.show(PopupScene.text, #","wait":false"#)
    _ = try scene.bench.answer(to: waiting, at: scene.quotes)
    scene.bench.forget(scene.quotes)
    guard case .frontEnd(let connection) = scene.front else { return }
    scene.bench.handle(.closed(.frontEnd(connection)))
    let told = scene.bench.messages(at: scene.quotes)
    let gone = told.filter { $0["method"]?.string == "popup/didDismiss" }
    #expect(!gone.isEmpty)
    for notice in gone {
      let reason = notice["params"]?["reason"]?.string
      #expect(reason == "frontEndGone" || (step == .dismissing && reason == "swipe"))
    }
    let callbacks = told.filter { $0["method"]?.string == "popup/didCallBack" }
    #expect(callbacks.count == 1)
    #expect(
      callbacks.first?["params"].map(PopupScene.summary) == "frontEndGone null null")
    #expect(try scene.bench.request(scene.quotes, "popup/list")["result"]?["popups"]?.count == 0)
    scene.bench.advance(by: .seconds(100))
    #expect(scene.bench.host.nextDeadline == nil, "no timer is left")
  }

  @Test("T-5: a front end that only closed its sending side is still told how its popups ended")
  func halfClosed() throws {
    var scene = try PopupScene()
    let (request, _) = try scene.open()
    scene.bench.forget(scene.front)
    guard case .frontEnd(let connection) = scene.front else { return }
    scene.bench.handle(.endOfInput(.frontEnd(connection)))
    #expect(try scene.callback(of: request) == "frontEndGone null null")
    #expect(scene.bench.closed == [connection])
  }

  @Test func aHostThatStopsCallsEverybodyBack() throws {
    var scene = try PopupScene()
    let (request, _) = try scene.open()
    scene.bench.handle(.stopRequested)
    scene.kill(scene.quotes)
    scene.kill(scene.plain)
    #expect(try scene.callback(of: request) == "pluginGone null null")
    #expect(scene.bench.exitCode == 0)
  }
}

extension PopupScene {
  /// Takes a popup of `quotes`, opened by the front end, to a step; returns the request that opened it
  /// and a press that is open.
  fileprivate mutating func reach(_ step: PopupEndTests.Step) throws -> (Int, press: Int?) {
    if step == .contentAsked { return (bench.post(front, "popup/open", Self.named), nil) }
    if step == .waiting { _ = show(Self.text, #","precedence":{"priority":1000}"#, by: plain) }
    let (request, popup) = try open()
    switch step {
    case .contentAsked, .waiting, .presenting: break
    case .presented: bench.advance(by: .milliseconds(200))
    case .actionAsked: return (request, press(popup, "ok"))
    case .childShown:
      _ = press(popup, "ok")
      let call = try bench.message("popup/action", at: quotes)
      let cause = try #require(call["id"]?.serialized())
      _ = show(Self.text, #","_meta":{"cause":\#(cause)}"#)
    case .withdrawn: _ = show(Self.text, #","precedence":{"kind":"override"}"#, by: plain)
    case .dismissing: _ = try front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    }
    return (request, nil)
  }

  private static let named = #"{"name":"quotes/store"}"#

  fileprivate mutating func cancel(_ request: Int, at peer: Peer) {
    bench.send(
      peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(request)}}"#)
  }

  fileprivate mutating func kill(_ plugin: Peer) {
    guard case .plugin(let run) = plugin else { return }
    bench.handle(.exited(run, .signaled(9)))
  }

  /// Every popup of `quotes` has ended, was told at most once, and the front end goes on.
  fileprivate mutating func expectNothingIsLeft() throws {
    let ids = bench.messages(at: front).compactMap { $0["id"]?.serialized() }
    #expect(Set(ids).count == ids.count, "nothing is answered twice")
    #expect(try bench.request(front, "ping")["result"] != nil)
    let (request, popup) = try reopen()
    _ = try front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    _ = try front("popup/didDismiss", #"{"popup":"\#(popup)"}"#)
    #expect(try callback(of: request).hasPrefix("swipe"))
  }

  /// Opens another popup, with the plugin's next process.
  private mutating func reopen() throws -> (Int, String) {
    let request = bench.post(front, "popup/open", #"{"name":"quotes/store"}"#)
    bench.advance(by: .seconds(1))
    let next = try bench.start()
    let call = try bench.message("popup/content", at: next)
    try bench.respond(next, to: call, Self.text)
    return (request, try #require(call["params"]?["popup"]?.string))
  }
}
