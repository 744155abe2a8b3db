import HostCore
import HostProtocol
import JSON
import Testing

/// Screens that plugins push and pop.
@Suite struct PushedScreenTests {
  /// A host with one open screen of `quotes`.
  private func opened() throws -> (ScreenBench, String) {
    var screens = try ScreenBench()
    let id = try #require(try screens.open()["screen"]?.string)
    return (screens, id)
  }

  /// Pushes a screen, and plays the plugin's own answer.
  private func push(
    _ screens: inout ScreenBench, _ name: String = "search", _ members: String = ""
  ) throws -> String {
    let plugin = try #require(screens.plugin)
    let id = screens.bench.post(
      plugin, "screen/push", #"{"session":"s1","name":"\#(name)"\#(members)}"#)
    try screens.provide(#"{"navigationBar":{}}"#)
    let answer = try screens.bench.answer(to: id, at: plugin)
    return try #require(answer[path: "result/screen"]?.string, "\(answer)")
  }

  @Test func aPushedScreenIsProvidedThenAnsweredThenTold() throws {
    var (screens, _) = try opened()
    let plugin = try #require(screens.plugin)
    let id = screens.bench.post(
      plugin, "screen/push",
      #"{"session":"s1","name":"quotes/search","arguments":{"q":1},"animated":false}"#)
    let request = try screens.provide(#"{"navigationBar":{"title":"Found"}}"#)
    #expect(request[path: "params/arguments/q"]?.integer == 1)
    #expect(request[path: "params/name"]?.string == "search")
    let answer = try screens.bench.answer(to: id, at: plugin)
    let told = try screens.bench.message("screen/didPush", at: screens.peer)
    #expect(
      told[path: "params/screen/screen"]?.string == answer[path: "result/screen"]?.string)
    #expect(told[path: "params/screen/name"]?.string == "quotes/search")
    #expect(told[path: "params/screen/navigationBar/title"]?.string == "Found")
    #expect(told[path: "params/animated"]?.boolean == false)
  }

  @Test func aPopTakesTheLastOneAndToldIsTheFrontEnd() throws {
    var (screens, first) = try opened()
    let second = try push(&screens)
    let third = try push(&screens, "library")
    screens.bench.forget(screens.peer)
    for expected in [third, second, first] {
      let answer = try screens.ask("screen/pop", #"{"session":"s1","animated":false}"#)
      #expect(answer[path: "result/screen"]?.string == expected)
      let told = try screens.bench.message("screen/didPop", at: screens.peer)
      #expect(told[path: "params/screen"]?.string == expected)
      #expect(told[path: "params/animated"]?.boolean == false)
      #expect(
        try screens.message("screen/didClose")[path: "params/screen"]?.string == expected)
    }
    let none = try screens.ask("screen/pop", #"{"session":"s1"}"#)
    #expect(none[path: "result/screen"]?.isNull == true)
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  @Test func aDismissTakesThatOneWhereverItLies() throws {
    var (screens, first) = try opened()
    let second = try push(&screens)
    screens.bench.forget(screens.peer)
    #expect(try screens.ask("screen/dismiss", #"{"screen":"\#(first)"}"#)["result"] != nil)
    let told = try screens.bench.message("screen/didPop", at: screens.peer)
    #expect(told[path: "params/screen"]?.string == first)
    #expect(try screens.ask("screen/dismiss", #"{"screen":"\#(first)"}"#).errorCode == -32004)
    #expect(
      try screens.ask("screen/pop", #"{"session":"s1"}"#)[path: "result/screen"]?.string == second)
  }

  @Test func aFrontEndMayCloseWhatAPluginPushed() throws {
    var (screens, first) = try opened()
    let second = try push(&screens)
    #expect(try screens.request("screen/close", #"{"screen":"\#(second)"}"#)["result"] != nil)
    _ = try screens.message("screen/didClose")
    #expect(
      try screens.ask("screen/pop", #"{"session":"s1"}"#)[path: "result/screen"]?.string == first)
  }

  @Test func aPluginHasAStackOfItsOwnInEachSession() throws {
    var screens = try ScreenBench(
      ScreenBench.manifest(), ScreenBench.manifest("git", implements: []))
    let first = try #require(try screens.open()["screen"]?.string)
    let other = screens.bench.post(screens.peer, "screen/open", #"{"name":"git/home"}"#)
    _ = try screens.bench.answer(to: other, at: screens.peer)
    let second = try screens.bench.session()
    let third = screens.bench.post(second, "screen/open", #"{"name":"quotes/home"}"#)
    try screens.provide()
    _ = try screens.bench.answer(to: third, at: second)
    #expect(
      try screens.ask("screen/pop", #"{"session":"s1"}"#)[path: "result/screen"]?.string == first)
    #expect(screens.pending(second) == [])
    #expect(
      try screens.ask("screen/pop", #"{"session":"s1"}"#)[path: "result/screen"]?.isNull == true,
      "the other plugin's screen is not its own")
  }

  @Test func aPluginMayNotTouchAnothersScreens() throws {
    var screens = try ScreenBench(
      ScreenBench.manifest(),
      #"{"name":"git","version":"1","command":["./git"],"implements":["screen/provide"],"provides":{"screens":[{"name":"home"}],"methods":["x"]}}"#
    )
    let screen = try #require(try screens.open()["screen"]?.string)
    _ = try screens.request("plugin/start", #"{"plugin":"git"}"#)
    let git = try screens.bench.start()
    let table = [
      ("screen/dismiss", #"{"screen":"\#(screen)"}"#),
      ("list/update", #"{"screen":"\#(screen)","sections":[]}"#),
    ]
    for (method, params) in table {
      #expect(
        try screens.bench.request(git, method, params).errorCode == -32004,
        "the session has nothing of it")
    }
    #expect(try screens.bench.request(git, "screen/pop", #"{"session":"s1"}"#).errorCode == -32004)
    #expect(
      try screens.bench.request(git, "screen/push", #"{"session":"s1","name":"home"}"#).errorCode
        == -32004)
    // Now it has something of its own there.
    let id = screens.bench.post(screens.peer, "screen/open", #"{"name":"git/home"}"#)
    try screens.bench.respond(git, to: screens.bench.message("screen/provide", at: git), "{}")
    _ = try screens.bench.answer(to: id, at: screens.peer)
    for (method, params) in table {
      #expect(try screens.bench.request(git, method, params).errorCode == -32012)
    }
    #expect(
      try screens.bench.request(git, "screen/push", #"{"session":"s1","name":"quotes/home"}"#)
        .errorCode == -32012)
    #expect(
      try screens.bench.request(git, "screen/dismiss", #"{"screen":"screen-99"}"#).errorCode
        == -32004)
    #expect(screens.pendingAtPlugin == [], "nothing has happened to it")
  }

  @Test func aScreenThatIsBeingProvidedIsNotThereYet() throws {
    var screens = try ScreenBench()
    _ = screens.post()
    screens.plugin = try screens.bench.start()
    let screen = try #require(
      try screens.message("screen/provide")[path: "params/screen"]?.string)
    #expect(try screens.ask("screen/dismiss", #"{"screen":"\#(screen)"}"#).errorCode == -32004)
    #expect(try screens.request("screen/close", #"{"screen":"\#(screen)"}"#).errorCode == -32004)
    #expect(
      try screens.ask("screen/pop", #"{"session":"s1"}"#)[path: "result/screen"]?.isNull == true)
  }

  @Test func aPushThatFailsIsAnErrorOfThePush() throws {
    var (screens, _) = try opened()
    let plugin = try #require(screens.plugin)
    let unusable = screens.bench.post(plugin, "screen/push", #"{"session":"s1","name":"search"}"#)
    try screens.provide("3")
    #expect(try screens.bench.answer(to: unusable, at: plugin).errorCode == -32008)
    #expect(
      try screens.ask("screen/push", #"{"session":"s1","name":"nothing"}"#).errorCode == -32004)
    #expect(
      try screens.ask("screen/push", #"{"session":"s9","name":"search"}"#).errorCode == -32004)
    #expect(try screens.ask("screen/push", #"{"name":"search"}"#).errorCode == -32602)
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }

  @Test func anEffectThatPushesInVainIsToldToTheSession() throws {
    var (screens, screen) = try opened()
    _ = try screens.request("screen/close", #"{"screen":"\#(screen)"}"#)
    let closed = try screens.message("screen/didClose")
    try screens.bench.respond(
      #require(screens.plugin), to: closed,
      #"{"effects":[{"method":"screen/push","params":{"name":"search"}}]}"#)
    try screens.provide("3")
    let told = try screens.bench.message("plugin/didFail", at: screens.peer)
    #expect(told[path: "params/call"]?.string == "screen/push")
    #expect(told[path: "params/error/code"]?.integer == -32008)
  }

  @Test func theCauseStandsForTheSession() throws {
    var (screens, screen) = try opened()
    _ = try screens.request("screen/close", #"{"screen":"\#(screen)"}"#)
    let closed = try screens.message("screen/didClose")
    let plugin = try #require(screens.plugin)
    let id = screens.bench.post(
      plugin, "screen/push",
      #"{"name":"search","_meta":{"cause":\#(closed["id"]?.serialized() ?? "")}}"#)
    try screens.provide()
    #expect(try screens.bench.answer(to: id, at: plugin)["result"] != nil)
    _ = try screens.bench.message("screen/didPush", at: screens.peer)
  }

  @Test("FC-073: a screen that pushes a screen while it is provided goes round in a circle")
  func circles() throws {
    var screens = try ScreenBench()
    _ = screens.post()
    screens.plugin = try screens.bench.start()
    let provide = try screens.message("screen/provide")
    let refused = try screens.ask(
      "screen/push", #"{"name":"search","_meta":{"cause":\#(provide["id"]?.serialized() ?? "")}}"#)
    #expect(refused.errorCode == -32009)
  }

  @Test func aPluginThatPushesForEverIsStopped() throws {
    var limits = HostBench.limits
    limits.screenStack = 5
    var screens = try ScreenBench(limits: limits)
    let id = screens.post()
    screens.plugin = try screens.bench.start()
    let push = #"{"effects":[{"method":"screen/push","params":{"name":"search"}}]}"#
    for _ in 0..<5 { try screens.provide(push) }
    #expect(try screens.bench.answer(to: id, at: screens.peer)["result"] != nil)
    #expect(screens.pendingAtPlugin == [])
    let told = try screens.bench.message("plugin/didFail", at: screens.peer)
    #expect(told[path: "params/error/code"]?.integer == -32010)
  }

  @Test func aSessionThatEndsAnswersThePushesInIt() throws {
    var (screens, _) = try opened()
    let plugin = try #require(screens.plugin)
    let id = screens.bench.post(plugin, "screen/push", #"{"session":"s1","name":"search"}"#)
    _ = try screens.message("screen/provide")
    guard case .frontEnd(let connection) = screens.peer else { return }
    screens.bench.handle(.closed(.frontEnd(connection)))
    #expect(try screens.bench.answer(to: id, at: plugin).errorCode == -32004)
    #expect(
      screens.pendingAtPlugin.sorted()
        == ["$/cancelRequest", "screen/didClose", "screen/didClose"])
  }

  @Test func aPluginMayCancelItsPush() throws {
    var (screens, _) = try opened()
    let plugin = try #require(screens.plugin)
    let id = screens.bench.post(plugin, "screen/push", #"{"session":"s1","name":"search"}"#)
    let provide = try screens.message("screen/provide")
    screens.bench.send(
      plugin, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    _ = try screens.message("$/cancelRequest")
    try screens.bench.fail(plugin, provide, #"{"code":-32800,"message":"Cancelled."}"#)
    #expect(try screens.bench.answer(to: id, at: plugin).errorCode == -32800)
    #expect(screens.pendingAtPlugin == [])
    #expect(screens.bench.messages(at: screens.peer).isEmpty)
  }
}
