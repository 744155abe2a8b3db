import HostCore
import HostProtocol
import JSON
import Testing

/// The text of a search field as the keyword of a fetched list.
@Suite struct ListSearchTests {
  private static let content =
    #"{"navigationBar":{"preset":"search"},"list":{"cellTypes":[{"id":"a"}]}}"#

  private static func page(_ id: String) -> String {
    #"{"sections":[{"id":"s","rows":[{"id":"\#(id)","cellType":"a","title":"T"}]}]}"#
  }

  private func opened(_ content: String = content) throws -> (ScreenBench, String) {
    var screens = try ScreenBench()
    let id = try #require(try screens.open("search", content: content)["screen"]?.string)
    return (screens, id)
  }

  private func post(_ screens: inout ScreenBench, window id: String) -> Int {
    screens.bench.post(screens.peer, "list/window", #"{"screen":"\#(id)","first":0}"#)
  }

  private func answer(_ screens: inout ScreenBench, _ page: String) throws -> JSONValue? {
    let request = try screens.message("list/fetchData")
    try screens.bench.respond(#require(screens.plugin), to: request, page)
    return request[path: "params/keyword"]
  }

  private func type(_ screens: inout ScreenBench, _ id: String, _ text: String) throws {
    let answer = try screens.request(
      "navigationBar/changeText", #"{"screen":"\#(id)","text":"\#(text)"}"#)
    try #require(answer["result"] != nil)
  }

  @Test func anotherTextIsAnotherListAndNoCall() throws {
    var (screens, id) = try opened()
    var window = post(&screens, window: id)
    #expect(try answer(&screens, Self.page("all")) == nil)
    _ = try screens.bench.answer(to: window, at: screens.peer)
    try type(&screens, id, "w")
    #expect(screens.pendingAtPlugin == [], "it is asked when somebody wants to see rows")
    let told = try screens.bench.message("list/didChange", at: screens.peer)
    #expect(told[path: "params/revision"]?.integer == 1)
    #expect(
      told[path: "params/total"]?.integer == 0 && told[path: "params/hasMore"]?.boolean == true)
    window = post(&screens, window: id)
    #expect(try answer(&screens, Self.page("some"))?.string == "w")
    let result = try screens.bench.answer(to: window, at: screens.peer)["result"]
    #expect(result?[path: "rows/0/id"]?.string == "some" && result?["revision"]?.integer == 1)
    try type(&screens, id, "w")
    #expect(screens.pending(screens.peer) == [], "it is the same text")
    try type(&screens, id, "")
    _ = post(&screens, window: id)
    #expect(try answer(&screens, Self.page("all")) == nil)
  }

  @Test("FC-220: rows of an older text are never shown for a newer one")
  func supersededWindows() throws {
    var (screens, id) = try opened()
    try type(&screens, id, "note")
    let old = post(&screens, window: id)
    let fetch = try screens.message("list/fetchData")
    try type(&screens, id, "")
    #expect(try screens.bench.answer(to: old, at: screens.peer).errorCode == -32801)
    #expect(screens.pendingAtPlugin == ["$/cancelRequest"])
    let new = post(&screens, window: id)
    // The plugin does not heed the cancel, and answers late.
    try screens.bench.respond(#require(screens.plugin), to: fetch, Self.page("note"))
    screens.bench.forget(screens.peer)
    #expect(try answer(&screens, Self.page("all")) == nil)
    let result = try screens.bench.answer(to: new, at: screens.peer)["result"]
    #expect(result?["rows"]?.elements.map { $0["id"]?.string } == ["all"])
  }

  @Test func returnInTheFieldAndAPluginsOwnTextCountToo() throws {
    var (screens, id) = try opened()
    _ = try screens.request("navigationBar/submit", #"{"screen":"\#(id)","text":"abc"}"#)
    _ = try screens.message("navigationBar/searchWithText")
    _ = post(&screens, window: id)
    #expect(try answer(&screens, "{}")?.string == "abc")
    _ = try screens.ask("navigationBar/patch", #"{"screen":"\#(id)","searchText":"xyz"}"#)
    _ = post(&screens, window: id)
    #expect(try answer(&screens, "{}")?.string == "xyz")
  }

  @Test func aPluginThatTrimsGetsTheTextTrimmed() throws {
    var (screens, id) = try opened(
      #"{"navigationBar":{"preset":"search","trimSearchText":true},"list":{"cellTypes":[{"id":"a"}]}}"#
    )
    try type(&screens, id, "  ")
    #expect(screens.pending(screens.peer) == [])
    try type(&screens, id, " a ")
    _ = post(&screens, window: id)
    #expect(try answer(&screens, "{}")?.string == "a")
  }

  @Test func aTextThatThePluginOpensWithIsThatOfItsRows() throws {
    var (screens, id) = try opened(
      #"""
      {"navigationBar":{"preset":"search","searchText":"w"},
       "list":{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[{"id":"1","cellType":"a","title":"T"}]}]}}
      """#)
    let result = try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)["result"]
    #expect(result?["rows"]?.count == 1 && result?["revision"]?.integer == 0)
  }

  @Test func aListThatWasHandedOverIsNotSearched() throws {
    var screens = try ScreenBench(ScreenBench.manifest(implements: ["screen/provide"]))
    let id = try #require(
      try screens.open(
        content: #"""
          {"navigationBar":{"preset":"search"},
           "list":{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[{"id":"1","cellType":"a","title":"T"}]}]}}
          """#)["screen"]?.string)
    try type(&screens, id, "x")
    #expect(screens.pending(screens.peer) == [])
  }

  @Test func theTextOutlivesThePlugin() throws {
    var (screens, id) = try opened()
    try type(&screens, id, "w")
    try screens.crashAndRestart()
    try screens.provide(Self.content)
    _ = post(&screens, window: id)
    #expect(try answer(&screens, "{}")?.string == "w")
  }
}
