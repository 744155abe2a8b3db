import HostCore
import HostProtocol
import JSON
import Testing

/// Several popups: turns, overrides, levels, and dismissing many at once.
@Suite struct PopupQueueTests {
  @Test func theNextComesAfterTheCallbackOfTheOneBefore() throws {
    var scene = try PopupScene()
    let (first, popup) = try scene.open(PopupScene.text, #","precedence":{"priority":0}"#)
    let (second, _) = try scene.open(PopupScene.text, #","precedence":{"priority":100}"#)
    let (third, _) = try scene.open(PopupScene.text, #","precedence":{"priority":900}"#)
    #expect(scene.told == ["popup/present"])
    scene.bench.forget(scene.front)
    let dismiss = scene.bench.post(scene.front, "popup/dismiss", #"{"popup":"\#(popup)"}"#)
    #expect(scene.told == ["answer", "popup/dismiss", "answer", "popup/present"])
    _ = try scene.bench.answer(to: dismiss, at: scene.front)
    #expect(try scene.callback(of: first) == "swipe null null")
    for request in [third, second] {
      let (shown, _) = try scene.presented()
      _ = try scene.front("popup/dismiss", #"{"popup":"\#(shown)"}"#)
      #expect(try scene.callback(of: request) == "swipe null null")
    }
  }

  @Test func withAcknowledgementsTheNextWaitsForIt() throws {
    var scene = try PopupScene(#","features":["popups","popupAck"]"#)
    let (first, popup) = try scene.open(PopupScene.text)
    _ = try scene.open(PopupScene.text)
    scene.bench.forget(scene.front)
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    #expect(scene.told == ["popup/dismiss"])
    _ = try scene.front("popup/didDismiss", #"{"popup":"\#(popup)"}"#)
    #expect(scene.told == ["popup/dismiss", "answer", "popup/present"])
    #expect(try scene.callback(of: first) == "swipe null null")
    _ = try scene.front("popup/didDismiss", #"{"popup":"\#(popup)"}"#)
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    #expect(scene.told == ["popup/dismiss", "popup/present"], "twice is no fault")
  }

  @Test func anAcknowledgementIsAwaitedForTheTransitionAndASecond() throws {
    var scene = try PopupScene(#","features":["popups","popupAck"]"#)
    let (request, popup) = try scene.open(
      #"{"body":{"kind":"text","text":""},"transition":{"durationMs":500}}"#)
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    scene.bench.advance(by: .milliseconds(1499))
    let press = try scene.front("popup/tap", #"{"popup":"\#(popup)","inside":false}"#)["result"]
    #expect(press?["dismissed"]?.boolean == true, "it is on its way")
    #expect(!scene.told.contains("answer"))
    scene.bench.advance(by: .milliseconds(1))
    #expect(try scene.callback(of: request) == "swipe null null")
  }

  // MARK: Overrides

  @Test func anOverrideTakesThePlaceAndGivesItBack() throws {
    var scene = try PopupScene()
    let (first, popup) = try scene.open(PopupScene.text)
    scene.bench.forget(scene.front)
    let (second, other) = try scene.open(
      PopupScene.text, #","precedence":{"kind":"override"}"#)
    #expect(scene.told == ["popup/dismiss", "popup/present"])
    scene.bench.forget(scene.front)
    let press = try scene.front("popup/tap", #"{"popup":"\#(popup)","inside":false}"#)["result"]
    #expect(press?["dismissed"]?.boolean == false, "it waits, and has not ended")
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(other)"}"#)
    #expect(try scene.callback(of: second) == "swipe null null")
    #expect(try scene.presented().id == popup)
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(popup)"}"#)
    #expect(try scene.callback(of: first) == "swipe null null")
  }

  @Test func oneThatWantsToBeDroppedIsCalledBackOverridden() throws {
    var scene = try PopupScene()
    let (first, _) = try scene.open(PopupScene.text, #","precedence":{"onOverride":"drop"}"#)
    scene.bench.forget(scene.front)
    _ = try scene.open(PopupScene.text, #","precedence":{"kind":"override","priority":500}"#)
    #expect(scene.told == ["popup/dismiss", "answer", "popup/present"])
    #expect(try scene.callback(of: first) == "overridden null null")
  }

  @Test func aLowerOverrideIsAnsweredAtOnceAndTouchesNothing() throws {
    var scene = try PopupScene()
    _ = try scene.open(PopupScene.text)
    scene.bench.forget(scene.front)
    let (low, _) = try scene.open(
      PopupScene.text, #","precedence":{"kind":"override","priority":499}"#)
    #expect(scene.told == ["answer"])
    #expect(try scene.callback(of: low) == "overridden null null")
    let shown = scene.show(
      PopupScene.text, #","wait":false,"precedence":{"kind":"override","priority":0}"#)
    #expect(
      PopupScene.names(scene.bench.messages(at: scene.quotes)).suffix(3)
        == ["answer", "popup/didCallBack", "popup/didDismiss"])
    _ = try scene.bench.answer(to: shown, at: scene.quotes)
    let told = try scene.bench.message("popup/didCallBack", at: scene.quotes)["params"]
    #expect(told.map(PopupScene.summary) == "overridden null null")
  }

  @Test func oneThatLeavesIsNotThereToBeOverridden() throws {
    var scene = try PopupScene(#","features":["popups","popupAck"]"#)
    let (_, leaving) = try scene.open(PopupScene.text, #","precedence":{"priority":900}"#)
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(leaving)"}"#)
    scene.bench.forget(scene.front)
    let (low, popup) = try scene.open(
      PopupScene.text, #","precedence":{"kind":"override","priority":0}"#)
    #expect(scene.told == [], "it waits until the screen is free")
    _ = try scene.front("popup/didDismiss", #"{"popup":"\#(leaving)"}"#)
    #expect(scene.told == ["answer", "popup/present"])
    #expect(try scene.presented().id == popup && low > 0)
  }

  @Test func aPluginOverridesAtMostOnceASecond() throws {
    var scene = try PopupScene()
    let override = #","wait":false,"precedence":{"kind":"override"}"#
    let nothing = scene.show(PopupScene.text, override)
    #expect(
      try scene.bench.answer(to: nothing, at: scene.quotes)["result"] != nil,
      "it took nobody's place")
    let first = scene.show(PopupScene.text, override)
    #expect(try scene.bench.answer(to: first, at: scene.quotes)["result"] != nil)
    scene.bench.advance(by: .milliseconds(999))
    let second = try scene.bench.answer(
      to: scene.show(PopupScene.text, override), at: scene.quotes)
    #expect(second.errorCode == -32010)
    #expect(second["error"]?["data"]?["limit"]?.integer == 1000)
    let other = scene.bench.post(
      scene.plain, "popup/show", #"{"content":\#(PopupScene.text)\#(override)}"#)
    #expect(try scene.bench.answer(to: other, at: scene.plain)["result"] != nil, "each by itself")
    let (front, _) = try scene.open(PopupScene.text, #","precedence":{"kind":"override"}"#)
    #expect(front > 0 && !scene.told.isEmpty, "people may")
    scene.bench.advance(by: .milliseconds(1))
    let third = scene.show(PopupScene.text, override)
    #expect(try scene.bench.answer(to: third, at: scene.quotes)["result"] != nil)
  }

  // MARK: Levels

  /// A popup of `quotes` whose action is at the plugin.
  private func pressed() throws -> (PopupScene, popup: String, press: Int, call: JSONValue) {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    scene.bench.forget(scene.front)
    let press = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    return (scene, popup, press, call)
  }

  @Test func whatAnActionCausesStandsAboveAndThePressIsAnswered() throws {
    var (scene, _, press, call) = try pressed()
    let cause = #","_meta":{"cause":\#(try #require(call["id"]).serialized())}"#
    let above = scene.show(PopupScene.confirm, cause)
    #expect(scene.told == ["answer", "popup/present"])
    let result = try scene.bench.answer(to: press, at: scene.front)["result"]
    #expect(result?.serialized() == #"{"dismissed":false}"#, "its user has another question now")
    let (upper, shown) = try scene.presented()
    #expect(shown["level"]?.integer == 1)
    scene.bench.advance(by: .seconds(3600))
    #expect(scene.told == [], "the action's time stands still")
    _ = scene.press(upper, "ok")
    let second = try scene.bench.message("popup/action", at: scene.quotes)
    try scene.bench.respond(scene.quotes, to: second, "{}")
    #expect(try scene.callback(of: above, at: scene.quotes) == #"component "ok" null"#)
    scene.bench.forget(scene.front)
    try scene.bench.respond(scene.quotes, to: call, "{}")
    #expect(scene.told == ["popup/dismiss", "answer"])
  }

  @Test func afterThatTheActionHasItsWholeTimeAndItsFailureIsTold() throws {
    var (scene, _, _, call) = try pressed()
    let cause = #","_meta":{"cause":\#(try #require(call["id"]).serialized())}"#
    _ = scene.show(PopupScene.text, cause)
    let (upper, _) = try scene.presented()
    scene.bench.advance(by: .seconds(60))
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(upper)"}"#)
    scene.bench.forget(scene.front)
    scene.bench.advance(by: .milliseconds(3999))
    #expect(scene.told == [])
    scene.bench.advance(by: .milliseconds(1))
    let told = try scene.bench.message("plugin/didFail", at: scene.front)["params"]
    #expect(told?["call"]?.string == "popup/action")
    #expect(told?["popup"]?.string?.hasPrefix("popup-") == true)
    #expect(told?["error"]?["code"]?.integer == -32003)
  }

  @Test func errorsOfAnActionWhosePressWasAnsweredAreTold() throws {
    var (scene, _, _, call) = try pressed()
    let cause = #","_meta":{"cause":\#(try #require(call["id"]).serialized())}"#
    _ = scene.show(PopupScene.text, cause)
    let (upper, _) = try scene.presented()
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(upper)"}"#)
    scene.bench.forget(scene.front)
    try scene.bench.respond(scene.quotes, to: call, #"{"dismiss":false,"errors":{"a":"b"}}"#)
    let change = try scene.bench.message("popup/change", at: scene.front)["params"]
    #expect(change?["errors"]?.serialized() == #"{"a":"b"}"#)
    #expect(change?["content"] == nil)
  }

  @Test func aQuestionFromAMessageStandsAboveToo() throws {
    var (scene, _, _, call) = try pressed()
    let cause = try #require(call["id"]).serialized()
    _ = scene.bench.post(
      scene.quotes, "message/show",
      #"{"text":"Sure?","actions":[{"id":"y","title":"Yes"}],"_meta":{"cause":\#(cause)}}"#)
    #expect(try scene.presented().params["level"]?.integer == 1)
    scene.bench.forget(scene.front)
    scene.bench.advance(by: .seconds(60))
    #expect(scene.told == [])
  }

  @Test func onesThatAreNotAwaitedChangeNoDeadline() throws {
    var (scene, _, press, call) = try pressed()
    let cause = #","wait":false,"_meta":{"cause":\#(try #require(call["id"]).serialized())}"#
    _ = scene.show(PopupScene.text, cause)
    #expect(try scene.presented().params["level"]?.integer == 1)
    scene.bench.advance(by: .seconds(4))
    #expect(try scene.bench.answer(to: press, at: scene.front).errorCode == -32003)
  }

  // MARK: Many at once

  @Test(
    "a plugin dismisses its own: one that is shown programmatic, those that wait flushed",
    arguments: [
      (#""all""#, ["programmatic", "queueFlushed", "queueFlushed"]),
      (#"{"priorityAtMost":500}"#, ["programmatic", "queueFlushed", "open"]),
      (#"{"priorityAtMost":499}"#, ["open", "queueFlushed", "open"]),
      (#"{"priorityAtMost":0}"#, ["open", "open", "open"]),
    ])
  func dismissMany(target: String, reasons: [String]) throws {
    var scene = try PopupScene()
    let requests = [500, 100, 501].map { priority in
      scene.show(PopupScene.text, #","precedence":{"priority":\#(priority)}"#)
    }
    let foreign = scene.show(PopupScene.text, #","precedence":{"priority":0}"#, by: scene.plain)
    scene.bench.forget(scene.front)
    _ = try scene.bench.request(scene.quotes, "popup/dismiss", #"{"target":\#(target)}"#)
    for (request, reason) in zip(requests, reasons) where reason != "open" {
      #expect(try scene.callback(of: request, at: scene.quotes) == "\(reason) null null")
    }
    let list = try scene.bench.request(scene.quotes, "popup/list")["result"]?["popups"]
    #expect(list?.count == reasons.count { $0 == "open" })
    let presented = scene.told.count { $0 == "popup/present" }
    #expect(presented == (reasons[0] == "open" ? 0 : 1), "none of them flickers by")
    #expect(scene.bench.messages(at: scene.plain).isEmpty, "\(foreign) is another plugin's")
  }

  @Test func aFrontEndDismissesAllOfItsOwnSession() throws {
    var scene = try PopupScene()
    let other = try scene.bench.session(#","features":["popups"]"#)
    _ = scene.show(PopupScene.text)
    _ = try scene.bench.message("popup/present", at: other)
    let (first, _) = try scene.open(PopupScene.text)
    let (second, _) = try scene.open(PopupScene.text)
    scene.bench.forget(scene.front)
    _ = try scene.front("popup/dismiss", #"{"target":"all"}"#)
    #expect(try scene.callback(of: second) == "queueFlushed null null")
    #expect(try scene.callback(of: first) == "swipe null null")
    #expect(scene.told == ["popup/dismiss"])
    #expect(scene.bench.messages(at: other).isEmpty)
  }

  // MARK: Own popups

  @Test func aPluginSeesAndEndsOnlyItsOwn() throws {
    var scene = try PopupScene()
    let (request, popup) = try scene.open(
      #"{"title":"T","body":{"kind":"text","text":""}}"#, #","precedence":{"priority":7}"#)
    let list = try scene.bench.request(scene.quotes, "popup/list")["result"]
    #expect(
      list?.serialized()
        == #"{"popups":[{"popup":"\#(popup)","name":"quotes/store","plugin":"quotes","title":"T","priority":7,"presented":true}]}"#
    )
    #expect(
      try scene.bench.request(scene.plain, "popup/list")["result"]?["popups"]?.count == 0)
    for (method, rest) in [
      ("popup/dismiss", #""target":"\#(popup)""#), ("popup/dismiss", #""popup":"\#(popup)""#),
      ("popup/update", #""popup":"\#(popup)","content":\#(PopupScene.text)"#),
    ] {
      #expect(try scene.bench.request(scene.plain, method, "{\(rest)}").errorCode == -32004)
    }
    _ = try scene.bench.request(scene.quotes, "popup/dismiss", #"{"target":"\#(popup)"}"#)
    #expect(try scene.callback(of: request) == "programmatic null null")
    let again = try scene.bench.request(scene.quotes, "popup/dismiss", #"{"target":"\#(popup)"}"#)
    #expect(again["result"] != nil, "twice is no fault")
  }

  @Test func whoeverOpenedAnothersPopupMayEndItButNotChangeIt() throws {
    var scene = try PopupScene()
    let request = scene.bench.post(scene.quotes, "popup/show", #"{"name":"plain/alert"}"#)
    let call = try scene.bench.message("popup/content", at: scene.plain)
    try scene.bench.respond(scene.plain, to: call, PopupScene.text)
    let (popup, _) = try scene.presented()
    let update = #"{"popup":"\#(popup)","content":\#(PopupScene.confirm)}"#
    #expect(try scene.bench.request(scene.quotes, "popup/update", update).errorCode == -32012)
    #expect(try scene.bench.request(scene.plain, "popup/update", update)["result"] != nil)
    _ = try scene.bench.request(scene.quotes, "popup/dismiss", #"{"target":"\#(popup)"}"#)
    #expect(try scene.callback(of: request, at: scene.quotes) == "programmatic null null")
  }

  @Test func anUpdateIsShownAtOnceOrWhenItsTurnComes() throws {
    var scene = try PopupScene()
    let first = scene.show(PopupScene.text)
    let second = scene.show(PopupScene.text)
    let popups = try scene.bench.request(scene.quotes, "popup/list")["result"]?["popups"]
    let ids = popups?.elements.compactMap { $0["popup"]?.string } ?? []
    scene.bench.forget(scene.front)
    for id in ids {
      let content = #"{"size":{"width":10,"height":2},"body":{"kind":"text","text":"new"}}"#
      let answer = try scene.bench.request(
        scene.quotes, "popup/update", #"{"popup":"\#(id)","content":\#(content)}"#)
      #expect(answer["result"] != nil)
    }
    #expect(scene.told == ["popup/change"])
    let change = try scene.bench.message("popup/change", at: scene.front)["params"]
    #expect(change?["frame"]?["width"]?.integer == 10)
    let wrong = try scene.bench.request(
      scene.quotes, "popup/update", #"{"popup":"\#(ids[0])","content":{"body":{"kind":"text"}}}"#)
    #expect(wrong["error"]?["data"]?["path"]?.string == "/content/body/text")
    _ = try scene.front("popup/dismiss", #"{"popup":"\#(ids[0])"}"#)
    #expect(try scene.presented().params["content"]?["body"]?["text"]?.string == "new")
    _ = (first, second)
  }
}
