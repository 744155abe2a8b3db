import HostCore
import HostProtocol
import JSON
import Testing

/// Lists of screens, over the wire.
@Suite struct ScreenListTests {
  private static let types = #""cellTypes":[{"id":"a"}]"#

  private static func row(_ id: String, _ members: String = "") -> String {
    #"{"id":"\#(id)","cellType":"a","title":"T"\#(members)}"#
  }

  private static func page(_ ids: Range<Int>, _ members: String = "") -> String {
    let rows = ids.map { row("r\($0)") }.joined(separator: ",")
    return #"{"sections":[{"id":"s","title":"S","rows":[\#(rows)]}]\#(members)}"#
  }

  /// A host with one screen whose list is as `list` says.
  private func opened(
    _ list: String = types, implements: [String] = ScreenBench.all,
    limits: Limits = HostBench.limits
  ) throws -> (ScreenBench, String) {
    var screens = try ScreenBench(
      ScreenBench.manifest(implements: implements), limits: limits)
    let id = try #require(
      try screens.open(content: #"{"list":{\#(list)}}"#)["screen"]?.string)
    return (screens, id)
  }

  private func post(
    _ screens: inout ScreenBench, window id: String, _ first: Int, _ count: Int = 20,
    _ members: String = ""
  ) -> Int {
    screens.bench.post(
      screens.peer, "list/window",
      #"{"screen":"\#(id)","first":\#(first),"count":\#(count)\#(members)}"#)
  }

  private func answerFetch(_ screens: inout ScreenBench, _ page: String) throws -> JSONValue {
    let request = try screens.message("list/fetchData")
    try screens.bench.respond(#require(screens.plugin), to: request, page)
    return try #require(request["params"])
  }

  // MARK: Windows

  @Test func aWindowIsAskedOfThePluginAndAnsweredWithItsSections() throws {
    var (screens, id) = try opened(Self.types + #","total":1000000"#)
    let window = post(&screens, window: id, 500_003, 2)
    let params = try answerFetch(&screens, Self.page(500_000..<500_020, #","hasMore":true"#))
    #expect(params["screen"]?.string == id && params["session"]?.string == "s1")
    #expect(params["offset"]?.integer == 500_000 && params["limit"]?.integer == 20)
    #expect(params["keyword"] == nil)
    let result = try #require(try screens.bench.answer(to: window, at: screens.peer)["result"])
    #expect(result["rows"]?.elements.map { $0["id"]?.string } == ["r500003", "r500004"])
    #expect(result[path: "rows/0/section"]?.string == "s")
    #expect(result[path: "sections/0/title"]?.string == "S")
    #expect(result["total"]?.integer == 1_000_000 && result["hasMore"]?.boolean == true)
    let again = try screens.request(
      "list/window", #"{"screen":"\#(id)","first":500010,"count":10}"#)
    #expect(again[path: "result/rows"]?.count == 10, "what is kept is not asked for again")
  }

  @Test func aListThatIsHandedOverNeedsNoCall() throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#,
      implements: ["screen/provide"])
    let result = try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)["result"]
    #expect(result?["total"]?.integer == 1 && result?["hasMore"]?.boolean == false)
    #expect(screens.pendingAtPlugin == [])
  }

  @Test func aScreenWithoutAListHasNoWindow() throws {
    var screens = try ScreenBench()
    let id = try #require(try screens.open()["screen"]?.string)
    for (method, members) in [("list/window", #","first":0"#), ("list/select", #","item":"1""#)] {
      #expect(
        try screens.request(method, #"{"screen":"\#(id)"\#(members)}"#).errorCode == -32004)
    }
    #expect(
      try screens.ask("list/update", #"{"screen":"\#(id)","sections":[]}"#).errorCode == -32004)
  }

  @Test func aWindowBeyondTheLimitsIsRefused() throws {
    var (screens, id) = try opened()
    for members in [
      #""first":-1"#, #""first":0,"count":501"#, #""first":1000000001"#, #""count":3"#,
    ] {
      #expect(
        try screens.request("list/window", #"{"screen":"\#(id)",\#(members)}"#).errorCode == -32602)
    }
    #expect(screens.pendingAtPlugin == [])
  }

  @Test(
    "a page that can't be used is an error of the window",
    arguments: [
      ("3", -32008), (#"{"sections":3}"#, -32008),
      (#"{"sections":[{"id":"s","rows":[{"id":"1","title":"T"}]}]}"#, -32008),
      (#"{"sections":[{"id":"s","rows":[{"id":"1","cellType":"b","title":"T"}]}]}"#, -32008),
      (#"{"sections":[],"sections":[]}"#, -32008), (#"{"hasMore":"yes"}"#, -32008),
    ])
  func unusablePages(page: String, code: Int) throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0)
    _ = try answerFetch(&screens, page)
    let answer = try screens.bench.answer(to: window, at: screens.peer)
    #expect(answer.errorCode == Int64(code))
    #expect(answer[path: "error/data/plugin"]?.string == "quotes")
    let next = post(&screens, window: id, 0)
    _ = try answerFetch(&screens, "{}")
    #expect(try screens.bench.answer(to: next, at: screens.peer)["result"] != nil)
  }

  @Test(
    "what stands for nothing is an empty page",
    arguments: ["{}", "[]", "null", #"{"sections":{}}"#])
  func emptyPages(page: String) throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0)
    _ = try answerFetch(&screens, page)
    let result = try screens.bench.answer(to: window, at: screens.peer)["result"]
    #expect(result?["rows"]?.count == 0 && result?["total"]?.integer == 0)
    #expect(result?["hasMore"]?.boolean == false)
  }

  @Test func anErrorOfThePluginIsTheWindows() throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0)
    try screens.bench.fail(
      #require(screens.plugin), screens.message("list/fetchData"),
      #"{"code":7,"message":"No.","data":{"x":1}}"#)
    let answer = try screens.bench.answer(to: window, at: screens.peer)
    #expect(answer.errorCode == 7 && answer[path: "error/data/x"]?.integer == 1)
  }

  @Test func rowsThatHaveComeAreWorthMoreThanAFailure() throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0, 40)
    _ = try answerFetch(&screens, Self.page(0..<8, #","hasMore":true"#))
    let next = try screens.message("list/fetchData")
    #expect(next[path: "params/offset"]?.integer == 8 && next[path: "params/limit"]?.integer == 32)
    try screens.crash()
    let result = try screens.bench.answer(to: window, at: screens.peer)["result"]
    #expect(result?["rows"]?.count == 8 && result?["hasMore"]?.boolean == true)
  }

  @Test("LI-1: a row that a page brings once more is not shown twice")
  func repeatedRows() throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0, 40)
    _ = try answerFetch(&screens, Self.page(0..<20, #","hasMore":true"#))
    _ = try answerFetch(&screens, Self.page(19..<39))
    let result = try screens.bench.answer(to: window, at: screens.peer)["result"]
    let ids = result?["rows"]?.elements.compactMap { $0["id"]?.string } ?? []
    #expect(ids == (0..<20).map { "r\($0)" })
    #expect(result?["hasMore"]?.boolean == true)
  }

  @Test func aPluginThatAnswersInDropsIsGivenUpInTime() throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0, 40)
    for offset in 0..<3 {
      screens.bench.advance(by: .milliseconds(1500))
      guard offset < 2 else { break }
      let params = try answerFetch(&screens, Self.page(offset..<offset + 1, #","hasMore":true"#))
      #expect(params["offset"]?.integer == Int64(offset))
    }
    // The time of the window is over, not that of the third call alone.
    let result = try screens.bench.answer(to: window, at: screens.peer)["result"]
    #expect(result?["rows"]?.count == 2 && result?["hasMore"]?.boolean == true)
  }

  @Test func aWindowWaitsNoLongerThanItsFrontEnd() throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0, 20, #","_meta":{"deadlineMs":200}"#)
    #expect(
      try screens.message("list/fetchData")[path: "params/_meta/deadlineMs"]?.integer == 200)
    screens.bench.advance(by: .milliseconds(200))
    #expect(try screens.bench.answer(to: window, at: screens.peer).errorCode == -32003)
  }

  @Test func aCancelledWindowIsCancelledAtThePlugin() throws {
    var (screens, id) = try opened()
    for answers in [true, false] {
      let window = post(&screens, window: id, 0, 40)
      let fetch = try screens.message("list/fetchData")
      screens.bench.send(
        screens.peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(window)}}"#)
      _ = try screens.message("$/cancelRequest")
      guard answers else {
        screens.bench.advance(by: .seconds(1))
        #expect(try screens.bench.answer(to: window, at: screens.peer).errorCode == -32800)
        continue
      }
      try screens.bench.respond(
        #require(screens.plugin), to: fetch, Self.page(0..<8, #","hasMore":true"#))
      let result = try screens.bench.answer(to: window, at: screens.peer)["result"]
      #expect(result?["rows"]?.count == 8, "it had come already")
      #expect(screens.pendingAtPlugin == [], "and nothing more is asked for")
      _ = try screens.ask("list/update", #"{"screen":"\#(id)","sections":[],"hasMore":true}"#)
    }
  }

  @Test func aClosedScreenEndsItsWindows() throws {
    var (screens, id) = try opened()
    let window = post(&screens, window: id, 0)
    let fetch = try screens.message("list/fetchData")
    _ = try screens.request("screen/close", #"{"screen":"\#(id)"}"#)
    #expect(try screens.bench.answer(to: window, at: screens.peer).errorCode == -32801)
    #expect(screens.pendingAtPlugin == ["$/cancelRequest", "screen/didClose"])
    try screens.bench.respond(#require(screens.plugin), to: fetch, Self.page(0..<20))
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  @Test func aWindowOfAScreenWhosePluginIsGoneStartsIt() throws {
    var (screens, id) = try opened()
    guard case .plugin(let run)? = screens.plugin else { return }
    screens.bench.handle(.exited(run, .exited(0)))
    let window = post(&screens, window: id, 0)
    screens.plugin = try screens.bench.start()
    #expect(screens.pendingAtPlugin == ["screen/provide", "list/fetchData"])
    try screens.provide(#"{"list":{\#(Self.types)}}"#)
    _ = try answerFetch(&screens, Self.page(0..<3))
    #expect(
      try screens.bench.answer(to: window, at: screens.peer)[path: "result/rows"]?.count == 3)
  }

  @Test func aSessionThatEndsCancelsItsWindows() throws {
    var (screens, id) = try opened()
    _ = post(&screens, window: id, 0)
    let fetch = try screens.message("list/fetchData")
    guard case .frontEnd(let connection) = screens.peer else { return }
    screens.bench.handle(.closed(.frontEnd(connection)))
    #expect(screens.pendingAtPlugin == ["$/cancelRequest", "screen/didClose"])
    try screens.bench.respond(#require(screens.plugin), to: fetch, Self.page(0..<20))
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  // MARK: Selecting

  @Test func aRowIsSelectedByItsIDAndComesBackWithItsData() throws {
    var (screens, id) = try opened(
      Self.types
        + #","sections":[{"id":"s","rows":[\#(Self.row("1", #","data":{"n":1.50}"#)),\#(Self.row("2"))]}]"#
    )
    let delivery = try screens.request("list/select", #"{"screen":"\#(id)","item":"1"}"#)["result"]
    #expect(delivery?["delivered"]?.boolean == true)
    #expect(delivery?["call"]?.string == "list/didSelectRow")
    let plugin = try #require(screens.plugin)
    let text = try #require(screens.bench.texts[plugin]?.last)
    #expect(text.contains(#""item":"1","data":{"n":1.50}"#), "data is verbatim")
    _ = try screens.message("list/didSelectRow")
    _ = try screens.request("list/select", #"{"screen":"\#(id)","item":"2"}"#)
    #expect(try screens.message("list/didSelectRow")[path: "params/data"]?.isNull == true)
  }

  @Test func aRowThatIsGoneIsNoError() throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#)
    #expect(
      try screens.ask(
        "list/update", #"{"screen":"\#(id)","changes":{"remove":["1"]}}"#)["result"] != nil)
    let delivery = try screens.request("list/select", #"{"screen":"\#(id)","item":"1"}"#)
    #expect(delivery["result"]?.serialized() == #"{"delivered":false}"#)
    #expect(screens.pendingAtPlugin == [])
  }

  @Test func aPluginThatDoesNotImplementTheSelectionIsNotTold() throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#,
      implements: ["screen/provide"])
    let delivery = try screens.request("list/select", #"{"screen":"\#(id)","item":"1"}"#)["result"]
    #expect(delivery?.serialized() == #"{"delivered":false,"reason":"notImplemented"}"#)
  }

  @Test func aSelectionThatFailsIsToldLater() throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#)
    _ = try screens.request("list/select", #"{"screen":"\#(id)","item":"1"}"#)
    try screens.bench.fail(
      #require(screens.plugin), screens.message("list/didSelectRow"),
      #"{"code":7,"message":"No."}"#)
    let told = try screens.bench.message("plugin/didFail", at: screens.peer)
    #expect(told[path: "params/call"]?.string == "list/didSelectRow")
    #expect(told[path: "params/screen"]?.string == id)
  }

  @Test func anEffectOfASelectionActsOnItsScreen() throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#)
    _ = try screens.request("list/select", #"{"screen":"\#(id)","item":"1"}"#)
    try screens.bench.respond(
      #require(screens.plugin), to: screens.message("list/didSelectRow"),
      #"{"effects":[{"method":"list/update","params":{"changes":{"remove":["1"]}}},{"method":"list/update","params":{"sections":[{"id":"t","rows":[\#(Self.row("9"))]}]}}]}"#
    )
    let told = try screens.bench.message("list/didChange", at: screens.peer)
    #expect(told[path: "params/screen"]?.string == id)
    #expect(told[path: "params/total"]?.integer == 1)
    #expect(told[path: "params/revision"]?.integer == 2, "once for all effects of an answer")
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  // MARK: Updates

  @Test func anUpdateIsAnsweredAndToldWithTheNewRevision() throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#)
    let answer = try screens.ask(
      "list/update",
      #"{"screen":"\#(id)","changes":{"insert":[{"section":"s","before":"1","rows":[\#(Self.row("0"))]}]}}"#
    )
    #expect(answer["result"]?.serialized() == "{}")
    let told = try screens.bench.message("list/didChange", at: screens.peer)
    #expect(
      told["params"]?.serialized()
        == #"{"screen":"\#(id)","revision":1,"total":2,"hasMore":false}"#)
    let rows = try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)
    #expect(rows[path: "result/revision"]?.integer == 1)
    #expect(rows[path: "result/rows"]?.elements.map { $0["id"]?.string } == ["0", "1"])
  }

  @Test(
    "an update that can't be used is refused with its place, and nothing has changed",
    arguments: [
      (
        #""changes":{"replace":[{"id":"1","cellType":"b","title":"T"}]}"#, -32602,
        "/changes/replace/0/cellType"
      ),
      (
        #""changes":{"insert":[{"section":"z","rows":[{"id":"2","cellType":"a","title":"T"}]}]}"#,
        -32602, "/changes/insert/0/section"
      ),
      (#""sections":[],"changes":{}"#, -32602, ""),
      (#""sections":null"#, -32602, ""),
      (#""sections":[{"id":"s"}],"total":-1"#, -32602, "/total"),
      (#""sections":[{"id":"s","id":"t"}]"#, -32700, "/sections/0/id"),
    ])
  func badUpdates(members: String, code: Int, path: String) throws {
    var (screens, id) = try opened(
      Self.types + #","sections":[{"id":"s","rows":[\#(Self.row("1"))]}]"#)
    let answer = try screens.ask("list/update", #"{"screen":"\#(id)",\#(members)}"#)
    #expect(answer.errorCode == Int64(code))
    #expect(answer[path: "error/data/path"]?.string == path)
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
    let rows = try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)
    #expect(rows[path: "result/revision"]?.integer == 0)
  }

  @Test func anUpdateMayBeLongerThanOtherParams() throws {
    var (screens, id) = try opened(implements: ["screen/provide"])
    let title = String(repeating: "x", count: 300)
    let rows = (0..<2000).map { #"{"id":"r\#($0)","cellType":"a","title":"\#(title)"}"# }
    let update =
      #"{"screen":"\#(id)","sections":[{"id":"s","rows":[\#(rows.joined(separator: ","))]}]}"#
    #expect(update.utf8.count > HostBench.limits.parsedBytes)
    #expect(try screens.ask("list/update", update)["result"] != nil)
    #expect(
      try screens.bench.message("list/didChange", at: screens.peer)[path: "params/total"]?.integer
        == 2000)
  }

  @Test func whatIsMoreThanTheHostKeepsIsRefused() throws {
    var limits = HostBench.limits
    limits.listRows = 2
    var (screens, id) = try opened(implements: ["screen/provide"], limits: limits)
    let answer = try screens.ask(
      "list/update",
      #"{"screen":"\#(id)","sections":[{"id":"s","rows":[\#((0..<3).map { Self.row("\($0)") }.joined(separator: ","))]}]}"#
    )
    #expect(answer.errorCode == -32010)
    #expect(answer[path: "error/data/limit"]?.integer == 2)
    limits.listBytes = 100
    (screens, id) = try opened(implements: ["screen/provide"], limits: limits)
    let long =
      #"{"screen":"\#(id)","sections":[\#(String(repeating: " ", count: limits.parsedBytes + 200))]}"#
    #expect(try screens.ask("list/update", long).errorCode == -32011)
  }

  @Test func aReloadMakesTheFrontEndAskAgain() throws {
    var (screens, id) = try opened(Self.types + #","total":40"#)
    _ = post(&screens, window: id, 0)
    _ = try answerFetch(&screens, Self.page(0..<20, #","hasMore":true"#))
    screens.bench.forget(screens.peer)
    _ = try screens.ask("list/update", #"{"screen":"\#(id)","sections":[],"total":30}"#)
    let told = try screens.bench.message("list/didChange", at: screens.peer)
    #expect(told[path: "params/total"]?.integer == 30)
    _ = post(&screens, window: id, 0)
    #expect(try screens.message("list/fetchData")[path: "params/offset"]?.integer == 0)
  }
}
