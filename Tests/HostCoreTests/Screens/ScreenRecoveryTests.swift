import HostCore
import HostProtocol
import JSON
import Testing

/// Screens whose plugin's process ends, and comes back.
@Suite struct ScreenRecoveryTests {
  private static let list = #"""
    {"list":{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[
     {"id":"1","cellType":"a","title":"T"}]}],"hasMore":false}}
    """#

  private func opened(
    _ content: String = list, implements: [String] = ScreenBench.all
  ) throws -> (ScreenBench, String) {
    var screens = try ScreenBench(ScreenBench.manifest(implements: implements))
    let id = try #require(try screens.open(content: content)["screen"]?.string)
    screens.bench.forget(screens.peer)
    return (screens, id)
  }

  private func select(_ screens: inout ScreenBench, _ id: String) throws -> JSONValue? {
    try screens.request("list/select", #"{"screen":"\#(id)","item":"1"}"#)["result"]
  }

  @Test func aPluginThatIsBackIsAskedForItsScreensBeforeAnythingElse() throws {
    var (screens, id) = try opened()
    _ = try screens.request(
      "screen/updateContext", #"{"screen":"\#(id)","context":{"n":2}}"#)
    let second = try #require(try screens.open("search")["screen"]?.string)
    try screens.crash()
    screens.bench.advance(by: .milliseconds(100))
    let waiting = screens.post(open: "library")
    screens.bench.advance(by: .seconds(1))
    screens.plugin = try screens.bench.start()
    let requests = screens.bench.messages(at: try #require(screens.plugin))
    #expect(
      requests.map { $0[path: "params/name"]?.string } == ["home", "search", "library"])
    #expect(requests.prefix(2).map { $0[path: "params/screen"]?.string } == [id, second])
    #expect(requests.first?[path: "params/context/n"]?.integer == 2, "the context is the newest")
    for _ in 0..<3 { try screens.provide(Self.list) }
    #expect(try screens.bench.answer(to: waiting, at: screens.peer)["result"] != nil)
  }

  @Test func nothingOfWhatTheFrontEndHasIsLost() throws {
    var (screens, id) = try opened(
      implements: ["screen/provide", "list/didSelectRow"])
    try screens.crash()
    let window = try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)
    #expect(window[path: "result/rows/0/id"]?.string == "1", "what the host has needs no plugin")
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    screens.bench.advance(by: .seconds(1))
    screens.plugin = try screens.bench.start()
    #expect(try select(&screens, id)?["delivered"]?.boolean == true, "it comes after the provide")
    #expect(screens.pendingAtPlugin == ["screen/provide", "list/didSelectRow"])
    try screens.provide("{}")
    let again = try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)
    #expect(again[path: "result/rows/0/id"]?.string == "1", "it said nothing of its list")
  }

  @Test func rowsThatWereFetchedAreAskedForAnew() throws {
    var (screens, id) = try opened()
    try screens.crashAndRestart()
    try screens.provide("{}")
    _ = try screens.bench.message("list/didChange", at: screens.peer)
    let window = screens.bench.post(
      screens.peer, "list/window", #"{"screen":"\#(id)","first":0}"#)
    try screens.bench.respond(
      #require(screens.plugin), to: screens.message("list/fetchData"),
      #"{"sections":[{"id":"s","rows":[{"id":"2","cellType":"a","title":"T"}]}]}"#)
    #expect(
      try screens.bench.answer(to: window, at: screens.peer)[path: "result/rows/0/id"]?.string
        == "2")
  }

  @Test func whatAPluginSaysAnewIsTold() throws {
    var (screens, id) = try opened()
    try screens.crashAndRestart()
    try screens.provide(
      #"{"list":{"cellTypes":[{"id":"b"}],"sections":[{"id":"s","rows":[]}],"hasMore":false}}"#)
    let told = try screens.bench.message("list/didChange", at: screens.peer)
    #expect(told[path: "params/screen"]?.string == id)
    #expect(told[path: "params/revision"]?.integer == 1)
    #expect(told[path: "params/total"]?.integer == 0)
    #expect(told[path: "params/cellTypes/0/id"]?.string == "b")
  }

  @Test func aPluginThatLeftByItselfIsStartedByTheNextEvent() throws {
    var (screens, id) = try opened()
    guard case .plugin(let run)? = screens.plugin else { return }
    screens.plugin = nil
    screens.bench.handle(.exited(run, .exited(0)))
    screens.bench.advance(by: .seconds(60))
    #expect(screens.bench.spawns.count == 1)
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    #expect(screens.bench.spawns.count == 2)
    screens.plugin = try screens.bench.start()
    try screens.provide(Self.list)
    #expect(try select(&screens, id)?["delivered"]?.boolean == true)
  }

  @Test func aScreenThatCantBeProvidedAgainKeepsWhatItHasAndIsToldOnce() throws {
    var (screens, id) = try opened()
    try screens.crashAndRestart()
    try screens.bench.fail(
      #require(screens.plugin), screens.message("screen/provide"), #"{"code":7,"message":"No."}"#)
    let told = try screens.bench.message("plugin/didFail", at: screens.peer)
    #expect(told[path: "params/call"]?.string == "screen/provide")
    #expect(told[path: "params/screen"]?.string == id)
    #expect(told[path: "params/error/code"]?.integer == 7)
    #expect(screens.pendingAtPlugin == [])
    #expect(
      try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)[
        path: "result/total"]?.integer == 1)
    // The next event asks once more.
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    try screens.provide(Self.list)
    #expect(try select(&screens, id)?["delivered"]?.boolean == true)
  }

  @Test func aScreenThatAPluginNoLongerProvidesIsToldAsThat() throws {
    var (screens, id) = try opened()
    try screens.crash()
    screens.bench.advance(by: .seconds(1))
    screens.plugin = try screens.bench.start(
      result: #"{"protocol":1,"provides":{"screens":[{"name":"search"}]}}"#)
    #expect(screens.pendingAtPlugin == [])
    let told = try screens.bench.message("plugin/didFail", at: screens.peer)
    #expect(told[path: "params/error/code"]?.integer == -32004)
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    #expect(try screens.request("screen/close", #"{"screen":"\#(id)"}"#)["result"] != nil)
  }

  @Test func aPluginThatDiesWhileItProvidesAgainIsAskedByTheNextOne() throws {
    var (screens, id) = try opened()
    try screens.crashAndRestart()
    _ = try screens.message("screen/provide")
    try screens.crash()
    _ = try screens.bench.message("plugin/didFail", at: screens.peer)
    screens.bench.advance(by: .seconds(2))
    screens.plugin = try screens.bench.start()
    try screens.provide(Self.list)
    #expect(try select(&screens, id)?["delivered"]?.boolean == true)
  }

  @Test func aRestartOnRequestIsAnEndLikeAnyOther() throws {
    var (screens, id) = try opened()
    _ = try screens.request("plugin/restart", #"{"plugin":"quotes"}"#)
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate", "it is on the way out")
    guard case .plugin(let run)? = screens.plugin else { return }
    screens.bench.handle(.exited(run, .exited(0)))
    screens.plugin = try screens.bench.start()
    try screens.provide(Self.list)
    #expect(try select(&screens, id)?["delivered"]?.boolean == true)
  }

  @Test func aScreenThatOpensWhileItsPluginDrainsRecoversWithTheOthers() throws {
    var (screens, _) = try opened()
    let id = screens.post(open: "search")
    _ = try screens.request("plugin/restart", #"{"plugin":"quotes"}"#)
    try screens.provide(Self.list)
    let screen = try #require(try screens.bench.answer(to: id, at: screens.peer)["result"])
    guard case .plugin(let run)? = screens.plugin else { return }
    screens.bench.handle(.exited(run, .exited(0)))
    screens.plugin = try screens.bench.start()
    #expect(screens.pendingAtPlugin == ["screen/provide", "screen/provide"])
    #expect(
      try select(&screens, #require(screen["screen"]?.string))?["delivered"]?.boolean == true)
  }

  @Test func aDisabledPluginLeavesItsScreensAsTheyAre() throws {
    var (screens, id) = try opened()
    _ = try screens.request("plugin/disable", #"{"plugin":"quotes"}"#)
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    #expect(
      try screens.request("list/window", #"{"screen":"\#(id)","first":0}"#)[
        path: "result/total"]?.integer == 1)
    guard case .plugin(let run)? = screens.plugin else { return }
    screens.bench.handle(.exited(run, .exited(0)))
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    #expect(screens.bench.spawns.count == 1)
    _ = try screens.request("plugin/enable", #"{"plugin":"quotes"}"#)
    #expect(try select(&screens, id)?["reason"]?.string == "noDelegate")
    screens.plugin = try screens.bench.start()
    try screens.provide(Self.list)
    #expect(try select(&screens, id)?["delivered"]?.boolean == true)
  }

  @Test func theScreensOfADetachedSessionRecoverToo() throws {
    var screens = try ScreenBench()
    screens.peer = screens.bench.connect()
    let token = try #require(
      try screens.request("initialize", #"{"protocol":{"min":1,"max":1},"resumable":true}"#)[
        path: "result/resumeToken"]?.string)
    _ = try screens.open(content: Self.list)
    guard case .frontEnd(let lost) = screens.peer else { return }
    screens.bench.handle(.closed(.frontEnd(lost)))
    try screens.crashAndRestart()
    try screens.provide(
      #"{"list":{"cellTypes":[{"id":"a"}],"sections":[],"hasMore":false}}"#)
    screens.peer = screens.bench.connect()
    let resumed = try screens.request(
      "initialize", #"{"protocol":{"min":1,"max":1},"resumable":true,"resume":"\#(token)"}"#)
    #expect(resumed[path: "result/resumed/screens/0/list/total"]?.integer == 0)
    #expect(resumed[path: "result/resumed/screens/0/list/revision"]?.integer == 1)
  }
}
