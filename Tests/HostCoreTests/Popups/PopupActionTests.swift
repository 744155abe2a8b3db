import HostCore
import JSON
import Testing

/// Presses and taps, and what plugins say to them.
@Suite struct PopupActionTests {
  @Test func thePluginIsAskedAndItsObjectGoesToTheOpener() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let press = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    #expect(call["params"]?["popup"]?.string == popup)
    #expect(call["params"]?["action"]?.string == "ok")
    #expect(call["params"]?["values"] == nil)
    #expect(scene.told == [], "the press waits for the plugin")
    try scene.bench.respond(scene.quotes, to: call, #"{"object":{"id":7}}"#)
    #expect(scene.told == ["answer", "popup/dismiss", "answer"])
    let answer = try scene.bench.answer(to: press, at: scene.front)
    #expect(answer["result"]?.serialized() == #"{"dismissed":true}"#)
    #expect(try scene.callback(of: request) == #"component "ok" {"id":7}"#)
    let gone = try scene.bench.message("popup/didDismiss", at: scene.quotes)["params"]
    #expect(gone?["reason"]?.string == "component")
  }

  @Test(
    "what the plugin answers decides, then the action's own dismissOnTap",
    arguments: [
      ("{}", true, true), ("null", true, true), (#"{"dismiss":true}"#, false, true),
      (#"{"dismiss":false}"#, true, false), ("{}", false, false),
      (#"{"errors":{"user":"who?"}}"#, true, false), (#"{"errors":{}}"#, true, true),
      (#"{"errors":[]}"#, true, true), (#"{"dismiss":true,"errors":{"a":"b"}}"#, true, true),
      (
        #"{"content":{"body":{"kind":"text","text":"2"},"actions":[{"id":"go","title":"Go"}]}}"#,
        true,
        false
      ),
    ])
  func veto(answer: String, dismissOnTap: Bool, dismissed: Bool) throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open(
      #"{"body":{"kind":"text","text":""},"actions":[{"id":"go","title":"Go","dismissOnTap":\#(dismissOnTap)}]}"#
    )
    let press = scene.press(popup, "go")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: call, answer)
    let result = try scene.bench.answer(to: press, at: scene.front)["result"]
    #expect(result?["dismissed"]?.boolean == dismissed)
    guard !dismissed else { return #expect(try scene.callback(of: request).hasPrefix("component")) }
    #expect(!scene.told.contains("popup/dismiss"))
    let again = scene.press(popup, "go")
    let second = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: second, #"{"dismiss":true}"#)
    _ = try scene.bench.answer(to: again, at: scene.front)
    #expect(try scene.callback(of: request) == #"component "go" null"#)
  }

  @Test func errorsNameTheFieldsAndNewContentIsShown() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let press = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(
      scene.quotes, to: call,
      #"{"errors":{"user":"who?"},"content":{"size":{"width":10,"height":2},"body":{"kind":"text","text":"2"}}}"#
    )
    #expect(scene.told == ["answer", "popup/change"])
    let answer = try scene.bench.answer(to: press, at: scene.front)
    #expect(
      answer["result"]?.serialized() == #"{"dismissed":false,"errors":{"user":"who?"}}"#)
    let change = try scene.bench.message("popup/change", at: scene.front)["params"]
    #expect(change?["content"]?["body"]?["text"]?.string == "2")
    #expect(change?["frame"]?.serialized() == #"{"x":35,"y":11,"width":10,"height":2}"#)
    #expect(change?["errors"] == nil, "the answer told them")
  }

  @Test func withoutAPluginThatWantsToBeAskedTheActionDoesWhatItSays() throws {
    var scene = try PopupScene()
    let request = scene.show(
      #"{"body":{"kind":"text","text":""},"actions":[{"id":"stay","title":"","dismissOnTap":false},{"id":"go","title":""}]}"#,
      by: scene.plain)
    let (popup, _) = try scene.presented()
    let stay = scene.press(popup, "stay")
    #expect(
      try scene.bench.answer(to: stay, at: scene.front)["result"]?["dismissed"]?.boolean == false)
    let go = scene.press(popup, "go")
    #expect(scene.told == ["answer", "popup/dismiss"])
    #expect(
      try scene.bench.answer(to: go, at: scene.front)["result"]?["dismissed"]?.boolean == true)
    #expect(try scene.callback(of: request, at: scene.plain) == #"component "go" null"#)
  }

  // MARK: Forms

  static let form = oneLine(
    #"""
    {"body":{"kind":"form","fields":[{"name":"user","kind":"text","required":true},
     {"name":"password","kind":"secret","required":true},{"name":"age","kind":"number","value":7}]},
     "actions":[{"id":"cancel","title":"Cancel","role":"cancel"},{"id":"ok","title":"OK"}]}
    """#)

  @Test func valuesGoToThePluginAsItsFieldsSay() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open(Self.form)
    _ = scene.press(popup, "ok", #"{"user":"jon","password":"hunter2","other":1}"#)
    let values = try scene.bench.message("popup/action", at: scene.quotes)["params"]?["values"]
    #expect(values?.serialized() == #"{"user":"jon","password":"hunter2","age":7}"#)
  }

  @Test("values of what is no form go to the plugin as they are")
  func otherValues() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    _ = scene.press(popup, "ok", #"{"row":"7","at":[1,2]}"#)
    let values = try scene.bench.message("popup/action", at: scene.quotes)["params"]?["values"]
    #expect(values?.serialized() == #"{"row":"7","at":[1,2]}"#)
  }

  @Test func requiredFieldsAreTheHostsToAskFor() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open(Self.form)
    let press = scene.press(popup, "ok", #"{"user":"","age":1}"#)
    let result = try scene.bench.answer(to: press, at: scene.front)["result"]
    #expect(result?["dismissed"]?.boolean == false)
    #expect(Set(result?["errors"]?.members.map(\.name) ?? []) == ["user", "password"])
    #expect(scene.bench.messages(at: scene.quotes).isEmpty, "the plugin is not bothered")
    _ = scene.press(popup, "cancel")
    let cancel = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: cancel, "{}")
    #expect(try scene.callback(of: request) == #"component "cancel" null"#)
  }

  @Test(
    "values of the wrong type are the front end's fault",
    arguments: [
      (#"{"user":7}"#, "/values/user"), (#"{"age":"x"}"#, "/values/age"), ("7", "/values"),
      (#"{"password":["hunter2"]}"#, "/values/password"),
    ])
  func wrongValues(values: String, path: String) throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open(Self.form)
    let press = scene.press(popup, "ok", values)
    let error = try scene.bench.answer(to: press, at: scene.front)["error"]
    #expect(error?["code"]?.integer == -32602)
    #expect(error?["data"]?["path"]?.string == path)
    #expect(error?.serialized().contains("hunter2") == false)
  }

  @Test func withoutADelegateTheValuesAreTheObject() throws {
    var scene = try PopupScene()
    let request = scene.show(Self.form, by: scene.plain)
    let (popup, _) = try scene.presented()
    _ = scene.press(popup, "ok", #"{"user":"jon","password":"x"}"#)
    #expect(
      try scene.callback(of: request, at: scene.plain)
        == #"component "ok" {"user":"jon","password":"x","age":7}"#)
  }

  @Test("a secret stands in no log, whatever becomes of it")
  func secrets() throws {
    var scene = try PopupScene()
    let admin = try scene.bench.session()
    _ = try scene.bench.request(
      admin, "host/subscribe", #"{"topics":["log/message","plugin/didChangeState"]}"#)
    let (_, popup) = try scene.open(Self.form)
    let secret = #"{"user":"jon","password":"hunter2"}"#
    for answer in [
      #""error":{"code":1,"message":"no"}"#, #""result":{"dismiss":7}"#, #""result":[1]"#,
    ] {
      _ = scene.press(popup, "ok", secret)
      let call = try scene.bench.message("popup/action", at: scene.quotes)
      let id = try #require(call["id"]?.serialized())
      scene.bench.send(scene.quotes, #"{"jsonrpc":"2.0","id":\#(id),\#(answer)}"#)
    }
    _ = scene.press(popup, "ok", secret)
    scene.bench.advance(by: .seconds(5))
    _ = scene.press(popup, "ok", secret)
    guard case .plugin(let run) = scene.quotes else { return }
    scene.bench.handle(.exited(run, .signaled(9)))
    #expect(scene.bench.logs.count > 2)
    #expect(!scene.bench.logs.contains { $0.text.contains("hunter2") })
    #expect(!scene.bench.pending(at: admin).contains { $0.contains("hunter2") })
    let log = try scene.bench.request(admin, "plugin/log", #"{"plugin":"quotes"}"#)
    #expect(!log.serialized().contains("hunter2"))
  }

  // MARK: Taps

  static let sized = #"{"size":{"width":40,"height":10},"body":{"kind":"confirm","text":"?"}"#

  @Test(
    "a tap outside is a half-open test, and counts as cancel",
    arguments: [
      (20, 7, true), (19.9, 7, false), (59.9, 16.9, true), (60, 10, false), (30, 17, false),
      (-1, -1, false),
    ])
  func taps(x: Double, y: Double, inside: Bool) throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open(Self.sized + "}")
    let tap = scene.bench.post(
      scene.front, "popup/tap", #"{"popup":"\#(popup)","x":\#(x),"y":\#(y)}"#)
    if inside {
      let result = try scene.bench.answer(to: tap, at: scene.front)["result"]
      #expect(result?.serialized() == #"{"inside":true,"dismissed":false}"#)
      #expect(scene.bench.messages(at: scene.quotes).isEmpty)
      return
    }
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    #expect(
      call["params"]?["action"]?.string == "cancel" && call["params"]?["values"] == nil)
    try scene.bench.respond(scene.quotes, to: call, "{}")
    let result = try scene.bench.answer(to: tap, at: scene.front)["result"]
    #expect(result?.serialized() == #"{"inside":false,"dismissed":true}"#)
    #expect(try scene.callback(of: request) == #"outsideTap "cancel" null"#)
  }

  @Test func aTapOutsideOfAFormIsAskedWithoutValuesAndMayBeRefused() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open(Self.form)
    let tap = scene.bench.post(scene.front, "popup/tap", #"{"popup":"\#(popup)","inside":false}"#)
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    #expect(call["params"]?["values"] == nil)
    try scene.bench.respond(
      scene.quotes, to: call, #"{"dismiss":false,"errors":{"user":"not saved"}}"#)
    let result = try scene.bench.answer(to: tap, at: scene.front)["result"]
    #expect(result?.serialized() == #"{"inside":false,"dismissed":false}"#)
    let change = try scene.bench.message("popup/change", at: scene.front)["params"]
    #expect(change?["errors"]?["user"]?.string == "not saved")
  }

  @Test func aPopupThatWantsToStayIgnoresTapsOutside() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open(Self.sized + #","dismissOnOutsideTap":false}"#)
    let result = try scene.front("popup/tap", #"{"popup":"\#(popup)","x":0,"y":0}"#)["result"]
    #expect(result?.serialized() == #"{"inside":false,"dismissed":false}"#)
    #expect(scene.bench.messages(at: scene.quotes).isEmpty)
  }

  @Test(
    "a tap says where, or of a popup without a frame whether inside",
    arguments: [
      (true, "", "/x"), (true, #","x":1"#, "/y"), (true, #","y":1"#, "/x"),
      (false, "", "/inside"), (false, #","x":1,"y":1"#, "/inside"),
      (true, #","x":"1","y":1"#, "/x"),
    ])
  func taps(hasFrame: Bool, members: String, path: String) throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open(hasFrame ? Self.sized + "}" : PopupScene.confirm)
    let error = try scene.front("popup/tap", #"{"popup":"\#(popup)"\#(members)}"#)["error"]
    #expect(error?["code"]?.integer == -32602)
    #expect(error?["data"]?["path"]?.string == path)
  }

  // MARK: Twice, late, and never

  @Test func aPressWhileAnotherIsOpenIsSuppressed() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let first = scene.press(popup, "ok")
    let second = scene.press(popup, "ok")
    let third = scene.press(popup, "cancel")
    for suppressed in [second, third] {
      let result = try scene.bench.answer(to: suppressed, at: scene.front)["result"]
      #expect(result?["dismissed"]?.boolean == false)
    }
    let tap = try scene.front("popup/tap", #"{"popup":"\#(popup)","inside":false}"#)["result"]
    #expect(tap?["dismissed"]?.boolean == false)
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    #expect(scene.bench.messages(at: scene.quotes).isEmpty, "asked once")
    try scene.bench.respond(scene.quotes, to: call, "{}")
    _ = try scene.bench.answer(to: first, at: scene.front)
    #expect(try scene.callback(of: request) == #"component "ok" null"#)
    #expect(scene.told == ["popup/dismiss"])
    let late = scene.press(popup, "ok")
    let result = try scene.bench.answer(to: late, at: scene.front)["result"]
    #expect(result?["dismissed"]?.boolean == true, "it has ended, which is no fault")
    #expect(scene.told == ["popup/dismiss"])
  }

  @Test func anUnknownActionOrPopupIsRefused() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    let other = try scene.bench.session()
    let press = try scene.front("popup/press", #"{"popup":"\#(popup)","action":"no"}"#)["error"]
    #expect(press?["code"]?.integer == -32602 && press?["data"]?["path"]?.string == "/action")
    for (peer, name) in [
      (scene.front, "popup-99"), (scene.front, "x"), (scene.front, "popup-01"), (other, popup),
    ] {
      for (method, rest) in [
        ("popup/press", #","action":"ok""#), ("popup/tap", #","inside":false"#),
        ("popup/dismiss", ""), ("popup/didDismiss", ""),
      ] {
        let answer = try scene.bench.request(peer, method, #"{"popup":"\#(name)"\#(rest)}"#)
        #expect(answer.errorCode == -32004, "\(method) \(name)")
      }
    }
  }

  @Test func aPluginThatFailsLeavesThePopupOpen() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let failed = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.fail(scene.quotes, call, #"{"code":7,"message":"disk full"}"#)
    #expect(try scene.bench.answer(to: failed, at: scene.front).errorCode == 7)
    let malformed = scene.press(popup, "ok")
    let second = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: second, #"{"dismiss":"yes"}"#)
    #expect(try scene.bench.answer(to: malformed, at: scene.front).errorCode == -32008)
    let silent = scene.press(popup, "ok")
    scene.bench.advance(by: .seconds(4))
    #expect(try scene.bench.answer(to: silent, at: scene.front).errorCode == -32003)
    #expect(scene.told == [])
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    #expect(try scene.callback(of: request) == "swipe null null")
  }

  @Test func cancellingAPressCancelsTheCallAndNotThePopup() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let press = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    scene.bench.send(
      scene.front, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(press)}}"#)
    let cancel = try scene.bench.message("$/cancelRequest", at: scene.quotes)
    #expect(cancel["params"]?["id"] == call["id"])
    scene.bench.advance(by: .seconds(1))
    #expect(try scene.bench.answer(to: press, at: scene.front).errorCode == -32800)
    let again = scene.press(popup, "ok")
    let second = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: call, #"{"dismiss":true,"object":"late"}"#)
    #expect(scene.told == [], "a late answer is dropped")
    try scene.bench.respond(scene.quotes, to: second, "{}")
    _ = try scene.bench.answer(to: again, at: scene.front)
    #expect(scene.told == ["popup/dismiss", "answer"])
  }

  @Test func anEndWhileThePluginIsAskedAnswersThePress() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let press = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    let result = try scene.bench.answer(to: press, at: scene.front)["result"]
    #expect(result?["dismissed"]?.boolean == true)
    #expect(try scene.callback(of: request) == "swipe null null")
    _ = try scene.bench.message("$/cancelRequest", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: call, #"{"object":1}"#)
    #expect(scene.told == ["popup/dismiss"], "once")
  }

  @Test func effectsFollowTheAnswer() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    scene.bench.forget(scene.front)
    _ = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(
      scene.quotes, to: call,
      #"{"effects":[{"method":"popup/show","params":{"content":\#(PopupScene.text)}}]}"#)
    #expect(scene.told == ["answer", "popup/dismiss", "answer", "popup/present"])
    let (next, _) = try scene.presented()
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(next)"}"#)
    let told = try scene.bench.message("popup/didCallBack", at: scene.quotes)["params"]
    #expect(told?["popup"]?.string == next)
  }
}
