import HostCore
import HostProtocol
import JSON
import Testing

/// Opening and closing screens.
@Suite struct ScreenTests {
  private static let bar = #"{"navigationBar":{"preset":"search","title":"Quotations"}}"#

  private static let everything = #"""
    {"navigationBar":{"preset":"search"},
     "list":{"cellTypes":[{"id":"a","fields":["x"]}],"sections":[{"id":"s","title":"S","rows":[
      {"id":"1","cellType":"a","title":"One","data":{"n":1.0}}]}]},
     "field":{"sources":["authors","people/people"],"placeholder":"Who"}}
    """#

  @Test func aScreenIsProvidedByItsPluginAndAnsweredWhole() throws {
    var screens = try ScreenBench()
    let id = screens.post(
      open: "search", #","context":{"directory":"/src"},"arguments":{"keyword":"w"}"#)
    screens.plugin = try screens.bench.start()
    let request = try screens.provide(Self.everything)
    let params = try #require(request["params"])
    #expect(params["name"]?.string == "search")
    #expect(params["session"]?.string == "s1")
    #expect(params[path: "context/directory"]?.string == "/src")
    #expect(params[path: "arguments/keyword"]?.string == "w")
    #expect(params[path: "_meta/deadlineMs"]?.integer == 4000)
    #expect(request["id"]?.string?.hasPrefix("s1:\(id)/quotes#") == true)
    let screen = try #require(try screens.bench.answer(to: id, at: screens.peer)["result"])
    #expect(screen["screen"]?.string == params["screen"]?.string)
    #expect(screen["name"]?.string == "quotes/search" && screen["plugin"]?.string == "quotes")
    #expect(screen[path: "navigationBar/type"]?.string == "naviSearchBar")
    #expect(screen[path: "navigationBar/title"]?.string == "search", "the title is the name")
    #expect(screen[path: "list/total"]?.integer == 1)
    #expect(screen[path: "list/sections/0/rows/0/title"]?.string == "One")
    #expect(screen[path: "field/field"]?.string == screen["screen"]?.string)
    #expect(
      screen[path: "field/sources"]?.elements.map(\.string) == ["quotes/authors", "people/people"])
  }

  @Test func aScreenOfNothingIsAScreen() throws {
    for content in ["{}", "[]", "null", #"{"navigationBar":null,"list":null,"field":null}"#] {
      var screens = try ScreenBench()
      let screen = try screens.open(content: content)
      #expect(screen["name"]?.string == "quotes/home")
      for part in ["navigationBar", "list", "field"] { #expect(screen[part]?.isNull == true) }
    }
  }

  @Test func aTitleIsTheOneThatThePluginDeclares() throws {
    var screens = try ScreenBench()
    let screen = try screens.open("home", content: #"{"navigationBar":{}}"#)
    #expect(screen[path: "navigationBar/title"]?.string == "Home")
  }

  @Test func aScreenWithoutANameIsTheFrontEndsOwn() throws {
    var screens = try ScreenBench()
    let screen = try #require(
      try screens.request("screen/open", #"{"context":{"language":"swift"}}"#)["result"])
    #expect(screen["name"]?.isNull == true && screen["plugin"]?.isNull == true)
    #expect(screens.bench.spawns.isEmpty, "no plugin is needed")
    let id = try #require(screen["screen"]?.string)
    let updated = try screens.request(
      "screen/updateContext", #"{"screen":"\#(id)","context":{"language":"c"}}"#)
    #expect(updated[path: "result/screen"]?.string == id)
    _ = try screens.request("screen/close", #"{"screen":"\#(id)"}"#)
    #expect(
      try screens.request("screen/close", #"{"screen":"\#(id)"}"#)["error"]?["code"]?.integer
        == -32004)
  }

  @Test func aPluginThatDoesNotImplementProvideNeedNotRun() throws {
    var screens = try ScreenBench(
      ScreenBench.manifest(
        implements: [],
        screens: #"""
          [{"name":"home","title":"Home","navigationBar":{"preset":"library"},
            "list":{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[
             {"id":"1","cellType":"a","title":"One"}]}]}}]
          """#))
    let id = screens.post()
    let screen = try #require(try screens.bench.answer(to: id, at: screens.peer)["result"])
    #expect(screens.bench.spawns.isEmpty)
    #expect(screen[path: "navigationBar/type"]?.string == "libraryBooks")
    #expect(screen[path: "navigationBar/title"]?.string == "Home")
    #expect(screen[path: "list/sections/0/rows/0/id"]?.string == "1")
    #expect(screen[path: "list/hasMore"]?.boolean == false)
  }

  @Test func whatAnAnswerDoesNotMentionIsAsDeclared() throws {
    var screens = try ScreenBench(
      ScreenBench.manifest(
        screens: #"[{"name":"home","navigationBar":{"preset":"search"},"field":{"sources":["a"]}}]"#
      ))
    let screen = try screens.open(content: #"{"field":{"sources":["b"]}}"#)
    #expect(screen[path: "navigationBar/type"]?.string == "naviSearchBar")
    #expect(screen[path: "field/sources/0"]?.string == "quotes/b")
  }

  @Test func aManifestThatIsSilentIsAskedByStartingThePlugin() throws {
    // Neither `implements` nor `provides`: both are known after the handshake only.
    let silent = #"{"name":"quotes","version":"1","command":["./quotes"]}"#
    let table = [
      (
        #"{"protocol":1,"implements":["screen/provide"],"provides":{"screens":[{"name":"home"}]}}"#,
        true
      ),
      (#"{"protocol":1,"provides":{"screens":[{"name":"home"}]}}"#, false),
    ]
    for (handshake, isAsked) in table {
      var screens = try ScreenBench(silent)
      let id = screens.post()
      screens.plugin = try screens.bench.start(result: handshake)
      #expect(screens.pendingAtPlugin.contains("screen/provide") == isAsked)
      if isAsked { try screens.provide() }
      #expect(try screens.bench.answer(to: id, at: screens.peer)["result"] != nil)
    }
    var screens = try ScreenBench(silent)
    let id = screens.post()
    screens.plugin = try screens.bench.start(
      result: #"{"protocol":1,"implements":["screen/provide"],"provides":{}}"#)
    #expect(screens.pendingAtPlugin == [])
    #expect(try screens.bench.answer(to: id, at: screens.peer).errorCode == -32004)
  }

  @Test(
    "a screen that nobody provides does not exist",
    arguments: ["quotes/nothing", "nobody/home", "quotes", "quotes/", "/home", "quotes/home/x", ""])
  func unknown(name: String) throws {
    var screens = try ScreenBench()
    #expect(try screens.request("screen/open", #"{"name":"\#(name)"}"#).errorCode == -32004)
    #expect(screens.bench.spawns.isEmpty)
  }

  @Test(
    "an answer that can't be used is an error for the opener that names the place",
    arguments: [
      ("3", "", -32008), (#""x""#, "", -32008), ("[1]", "", -32008),
      (#"{"navigationBar":{"type":"x"}}"#, "/navigationBar/type", -32008),
      (#"{"navigationBar":{"style":"x"}}"#, "/navigationBar/style", -32008),
      (
        #"{"navigationBar":{"leftItems":[{"id":"a","width":0}]}}"#,
        "/navigationBar/leftItems/0/width", -32008
      ),
      (#"{"list":{}}"#, "/list/cellTypes", -32008),
      (#"{"list":{"cellTypes":[{"id":"a"}],"sections":3}}"#, "/list/sections", -32008),
      (
        #"{"list":{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[{"id":"1","cellType":"b","title":"T"}]}]}}"#,
        "/list/sections/0/rows/0/cellType", -32008
      ),
      (#"{"field":{"sources":[]}}"#, "/field/sources", -32008),
      (#"{"list":{"cellTypes":[{"id":"a"}]},"list":null}"#, nil, -32008),
      (#"{"navigationBar":{"title":"a","title":"b"}}"#, nil, -32008),
    ] as [(String, String?, Int)])
  func unusable(content: String, path: String?, code: Int) throws {
    var screens = try ScreenBench()
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    let request = try screens.provide(content)
    let answer = try screens.bench.answer(to: id, at: screens.peer)
    #expect(answer.errorCode == Int64(code))
    #expect(answer[path: "error/data/plugin"]?.string == "quotes")
    #expect(answer[path: "error/data/path"]?.string == path)
    let closed = try screens.message("screen/didClose")
    #expect(
      closed[path: "params/screen"]?.string == request[path: "params/screen"]?.string,
      "the plugin takes it for open")
  }

  @Test func anErrorOfThePluginIsTheOpeners() throws {
    var screens = try ScreenBench()
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    try screens.bench.fail(
      #require(screens.plugin), screens.message("screen/provide"),
      #"{"code":7,"message":"No.","data":[1]}"#)
    let answer = try screens.bench.answer(to: id, at: screens.peer)
    #expect(answer[path: "error/code"]?.integer == 7)
    #expect(answer[path: "error/data/0"]?.integer == 1)
    #expect(screens.pendingAtPlugin == [], "it refused, so it has nothing to close")
  }

  @Test func aPluginThatDoesNotAnswerIsGivenUp() throws {
    var screens = try ScreenBench()
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    _ = try screens.message("screen/provide")
    screens.bench.advance(by: .seconds(4))
    #expect(try screens.bench.answer(to: id, at: screens.peer).errorCode == -32003)
    #expect(screens.pendingAtPlugin == ["$/cancelRequest", "screen/didClose"])
  }

  @Test func theStartOfAPluginDoesNotCountUnlessTheFrontEndCan() throws {
    var screens = try ScreenBench()
    let patient = screens.post()
    let hasty = screens.post(open: "search", #","_meta":{"deadlineMs":100}"#)
    screens.bench.advance(by: .seconds(1))
    #expect(try screens.bench.answer(to: hasty, at: screens.peer).errorCode == -32003)
    screens.plugin = try screens.bench.start()
    screens.bench.advance(by: .milliseconds(3999))
    try screens.provide()
    #expect(try screens.bench.answer(to: patient, at: screens.peer)["result"] != nil)
    #expect(screens.pendingAtPlugin == [])
    let late = screens.post(open: "search", #","_meta":{"deadlineMs":60000}"#)
    _ = try screens.message("screen/provide")
    screens.bench.advance(by: .seconds(4))
    #expect(try screens.bench.answer(to: late, at: screens.peer).errorCode == -32003)
  }

  @Test func aPluginThatDiesBeforeItAnswersIsAnErrorOnce() throws {
    var screens = try ScreenBench()
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    _ = try screens.message("screen/provide")
    try screens.crash()
    #expect(try screens.bench.answer(to: id, at: screens.peer).errorCode == -32005)
    screens.bench.advance(by: .seconds(1))
    screens.plugin = try screens.bench.start()
    #expect(screens.pendingAtPlugin == [], "the screen was never open")
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  @Test func aPluginThatMayNotRunIsNoneToOpenAScreenOf() throws {
    for implements in [ScreenBench.all, []] {
      var screens = try ScreenBench(ScreenBench.manifest(implements: implements))
      _ = try screens.request("plugin/disable", #"{"plugin":"quotes"}"#)
      let id = screens.post()
      #expect(try screens.bench.answer(to: id, at: screens.peer).errorCode == -32001)
    }
  }

  @Test func aCancelledOpeningLeavesNothingBehind() throws {
    var screens = try ScreenBench()
    // Before the plugin runs.
    let early = screens.post()
    screens.bench.send(
      screens.peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(early)}}"#)
    #expect(try screens.bench.answer(to: early, at: screens.peer).errorCode == -32800)
    screens.plugin = try screens.bench.start()
    #expect(screens.pendingAtPlugin == [])
    // While it works; it does not heed the cancel.
    let late = screens.post()
    _ = try screens.message("screen/provide")
    screens.bench.send(
      screens.peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(late)}}"#)
    _ = try screens.message("$/cancelRequest")
    screens.bench.advance(by: .seconds(1))
    #expect(try screens.bench.answer(to: late, at: screens.peer).errorCode == -32800)
    #expect(screens.pendingAtPlugin == ["screen/didClose"])
  }

  @Test func aCancelThatComesTooLateIsNone() throws {
    var screens = try ScreenBench()
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    screens.bench.send(
      screens.peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    try screens.provide()
    let screen = try #require(try screens.bench.answer(to: id, at: screens.peer)["result"])
    let name = try #require(screen["screen"]?.string)
    #expect(try screens.request("screen/close", #"{"screen":"\#(name)"}"#)["result"] != nil)
    _ = try screens.message("screen/didClose")
  }

  @Test func aSessionThatEndsTakesItsScreensWithIt() throws {
    var screens = try ScreenBench()
    _ = try screens.open("home")
    _ = screens.post(open: "search")
    let opening = try screens.message("screen/provide")
    guard case .frontEnd(let connection) = screens.peer else { return }
    screens.bench.handle(.closed(.frontEnd(connection)))
    #expect(screens.pendingAtPlugin.filter { $0 == "screen/didClose" }.count == 2)
    #expect(screens.pendingAtPlugin.contains("$/cancelRequest"))
    // What it answers now is for nobody.
    try screens.bench.respond(#require(screens.plugin), to: opening, "{}")
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  @Test func aSessionHasALimitedNumberOfScreens() throws {
    var limits = HostBench.limits
    limits.screens = 3
    limits.screenStack = 2
    var screens = try ScreenBench(limits: limits)
    _ = try screens.open("home")
    _ = screens.post(open: "search")
    let third = screens.post(open: "library")
    #expect(try screens.bench.answer(to: third, at: screens.peer).errorCode == -32010)
    #expect(try screens.request("screen/open", "{}")["result"] != nil)
    let fourth = try screens.request("screen/open", "{}")
    #expect(fourth.errorCode == -32010)
    #expect(fourth[path: "error/data/limit"]?.integer == 3)
    try screens.provide()
    #expect(screens.bench.messages(at: screens.peer).count == 1)
  }

  @Test func closingTellsThePluginOnceAndNothingElse() throws {
    var screens = try ScreenBench()
    let screen = try #require(try screens.open()["screen"]?.string)
    #expect(try screens.request("screen/close", #"{"screen":"\#(screen)"}"#)["result"] != nil)
    let closed = try screens.message("screen/didClose")
    #expect(closed[path: "params/screen"]?.string == screen)
    #expect(screens.bench.messages(at: screens.peer).isEmpty, "the front end closed it itself")
    #expect(try screens.request("screen/close", #"{"screen":"\#(screen)"}"#).errorCode == -32004)
    #expect(screens.pendingAtPlugin == [])
  }

  @Test func aPluginThatDoesNotRunIsNotStartedToBeToldOfAClose() throws {
    var screens = try ScreenBench()
    let screen = try #require(try screens.open()["screen"]?.string)
    try screens.crash()
    _ = try screens.request("screen/close", #"{"screen":"\#(screen)"}"#)
    screens.bench.advance(by: .seconds(1))
    screens.plugin = try screens.bench.start()
    #expect(screens.pendingAtPlugin == [])
  }

  @Test func aFieldOfTheScreensNameGoesWithIt() throws {
    var screens = try ScreenBench(ScreenBench.manifest(), Manifests.people)
    let screen = try #require(
      try screens.open(content: #"{"field":{"sources":["people/people"]}}"#)["screen"]?.string)
    _ = try screens.request(
      "autocomplete/attach", #"{"field":"\#(screen)","sources":["people/people"]}"#)
    _ = try screens.request("screen/close", #"{"screen":"\#(screen)"}"#)
    #expect(
      try screens.request("autocomplete/detach", #"{"field":"\#(screen)"}"#).errorCode == -32004)
  }

  @Test func noSessionSeesAnothersScreens() throws {
    var screens = try ScreenBench()
    let screen = try #require(
      try screens.open(content: Self.list)["screen"]?.string)
    let other = try screens.bench.session()
    let table = [
      ("screen/close", ""), ("screen/updateContext", #","context":{}"#),
      ("list/window", #","first":0"#), ("list/select", #","item":"1""#),
    ]
    for (method, members) in table {
      let seen = try screens.bench.request(other, method, #"{"screen":"\#(screen)"\#(members)}"#)
      let unknown = try screens.bench.request(other, method, #"{"screen":"screen-99"\#(members)}"#)
      #expect(seen.errorCode == -32004)
      #expect(
        seen[path: "error/message"]?.string?.replacing(screen, with: "")
          == unknown[path: "error/message"]?.string?.replacing("screen-99", with: ""),
        "nothing tells that it exists")
    }
    #expect(
      try screens.request("list/window", #"{"screen":"\#(screen)","first":0}"#)["result"] != nil)
  }

  @Test func effectsOfAnAnswerFollowIt() throws {
    var screens = try ScreenBench()
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    try screens.provide(#"{"effects":[{"method":"screen/dismiss"}]}"#)
    #expect(screens.pending(screens.peer) == ["an answer", "screen/didPop"])
    #expect(try screens.bench.answer(to: id, at: screens.peer)["result"] != nil)
  }

  @Test func aResumedSessionHasItsScreens() throws {
    var screens = try ScreenBench()
    let connection = screens.bench.connect()
    screens.peer = connection
    let hello = try screens.request(
      "initialize", #"{"protocol":{"min":1,"max":1},"resumable":true}"#)
    let token = try #require(hello[path: "result/resumeToken"]?.string)
    let first = try #require(try screens.open("home", content: Self.list)["screen"]?.string)
    let second = try #require(
      try screens.request("screen/open", "{}")[path: "result/screen"]?.string)
    _ = screens.post(open: "search")
    guard case .frontEnd(let lost) = connection else { return }
    screens.bench.handle(.closed(.frontEnd(lost)))
    #expect(screens.pendingAtPlugin.suffix(1) == ["$/cancelRequest"], "nobody waits for it now")
    screens.bench.advance(by: .seconds(1))
    screens.peer = screens.bench.connect()
    let resumed = try screens.request(
      "initialize", #"{"protocol":{"min":1,"max":1},"resumable":true,"resume":"\#(token)"}"#)
    let held = resumed[path: "result/resumed/screens"]?.elements ?? []
    #expect(held.map { $0["screen"]?.string } == [first, second])
    #expect(held.first?[path: "list/total"]?.integer == 1)
    #expect(try screens.request("screen/close", #"{"screen":"\#(first)"}"#)["result"] != nil)
  }

  private static let list =
    #"{"list":{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[{"id":"1","cellType":"a","title":"T"}]}]}}"#
}
