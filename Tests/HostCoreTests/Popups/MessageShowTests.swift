import HostCore
import JSON
import Testing

/// Messages of plugins: notices and questions.
@Suite struct MessageShowTests {
  @Test func aNoticeIsAnsweredAtOnceAndGoesByItself() throws {
    var scene = try PopupScene()
    let answer = try scene.bench.request(
      scene.quotes, "message/show", #"{"level":"warning","text":"disk\u0000full"}"#)
    #expect(answer["result"]?.serialized() == #"{"action":null}"#)
    let (popup, shown) = try scene.presented()
    let content = shown["content"]
    #expect(content?["body"]?.serialized() == #"{"kind":"text","text":"disk\#u{FFFD}full"}"#)
    #expect(content?["severity"]?.string == "warning")
    #expect(content?["actions"]?.count == 0)
    scene.bench.advance(by: .milliseconds(5199))
    #expect(scene.told == [])
    scene.bench.advance(by: .milliseconds(1))
    #expect(scene.told == ["popup/dismiss"])
    #expect(scene.bench.messages(at: scene.quotes).isEmpty, "it does not know \(popup)")
  }

  @Test func noticesKeepNoPopupWaiting() throws {
    var scene = try PopupScene()
    for text in ["a", "b"] {
      _ = try scene.bench.request(scene.quotes, "message/show", #"{"text":"\#(text)"}"#)
    }
    _ = try scene.open(PopupScene.text)
    #expect(scene.told == ["popup/present", "popup/present"], "one notice and the popup")
    scene.bench.advance(by: .seconds(6))
    #expect(
      scene.told == ["popup/present", "popup/present", "popup/dismiss", "popup/present"])
  }

  @Test(
    "a question is answered with the action, or with none",
    arguments: [("yes", #"{"action":"yes"}"#), (nil, #"{"action":null}"#)])
  func question(action: String?, result: String) throws {
    var scene = try PopupScene()
    let request = scene.bench.post(
      scene.quotes, "message/show",
      #"{"text":"Reload?","actions":[{"id":"no","title":"No"},{"id":"yes","title":"Yes"}]}"#)
    let (popup, shown) = try scene.presented()
    #expect(shown["content"]?["body"]?["kind"]?.string == "confirm")
    #expect(shown["content"]?["severity"]?.string == "info")
    #expect(shown["content"]?["actions"]?[1]?["title"]?.string == "Yes")
    if let action {
      _ = scene.press(popup, action)
    } else {
      _ = try scene.front("popup/tap", #"{"popup":"\#(popup)","inside":false}"#)
    }
    let answer = try scene.bench.answer(to: request, at: scene.quotes)
    #expect(answer["result"]?.serialized() == result)
    #expect(scene.bench.messages(at: scene.quotes).isEmpty, "it is not asked, nor told")
  }

  @Test(
    "what is wrong is named",
    arguments: [
      ("{}", "/text"), (#"{"text":7}"#, "/text"),
      (#"{"text":"x","actions":[{"id":"a"}]}"#, "/actions/0/title"),
      (#"{"text":"x","actions":[{"id":"a","title":""},{"id":"a","title":""}]}"#, "/actions/1/id"),
    ])
  func wrong(params: String, path: String) throws {
    var scene = try PopupScene()
    let error = try scene.bench.request(scene.quotes, "message/show", params)["error"]
    #expect(error?["code"]?.integer == -32602)
    #expect(error?["data"]?["path"]?.string == path)
  }

  @Test func aMessageMayBeAnEffect() throws {
    var scene = try PopupScene()
    let (_, popup) = try scene.open()
    _ = scene.press(popup, "ok")
    let call = try scene.bench.message("popup/action", at: scene.quotes)
    scene.bench.forget(scene.front)
    try scene.bench.respond(
      scene.quotes, to: call,
      #"{"effects":[{"method":"message/show","params":{"text":"stored"}}]}"#)
    #expect(scene.told == ["answer", "popup/dismiss", "answer", "popup/present"])
  }
}
