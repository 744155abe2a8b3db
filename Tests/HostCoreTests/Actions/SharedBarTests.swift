import HostCore
import JSON
import Testing

/// Bars of front ends' own screens, which plugins contribute to.
@Suite struct SharedBarTests {
  static let git = #"""
    {"name":"git","version":"1.0.0","command":["./git"],"implements":["navigationBar/clickItem"],
     "provides":{"actions":[
      {"id":"fetch","title":"Fetch","priority":700,"when":{"vcs":"git"}},
      {"id":"blame","title":"Blame","side":"left","when":{"vcs":"git","file":["*.swift","*.c"]}}]}}
    """#

  static let lint = #"""
    {"name":"lint","version":"1.0.0","command":["./lint"],"implements":["navigationBar/clickItem"],
     "provides":{"actions":[{"id":"fetch","title":"Lint","when":{"file":"*.swift"}}]}}
    """#

  private func bench(_ manifests: String...) throws -> (bench: HostBench, peer: Peer) {
    var bench = HostBench()
    switch manifests.count {
    case 0: bench.discover(Self.git, Self.lint)
    default: bench.discover(manifests[0])
    }
    let peer = try bench.session(#","viewport":{"width":320,"height":1,"unit":"point"}"#)
    return (bench, peer)
  }

  private func ids(_ bar: JSONValue?, _ side: String = "rightItems") -> [String] {
    bar?[side]?.elements.compactMap { $0["id"]?.string } ?? []
  }

  /// Takes the last bar that a front end was told.
  private func told(_ bench: inout HostBench, _ peer: Peer) throws -> JSONValue {
    try #require(
      try bench.message("navigationBar/didChange", at: peer)["params"]?["navigationBar"])
  }

  @Test func theContextDecidesWhoContributes() throws {
    var (bench, peer) = try bench()
    let opened = try bench.request(
      peer, "screen/open", #"{"context":{"vcs":"git","file":"main.swift"}}"#)["result"]
    #expect(opened?["name"]?.isNull == true && opened?["plugin"]?.isNull == true)
    let bar = opened?["navigationBar"]
    #expect(ids(bar) == ["git/fetch", "lint/fetch"])
    #expect(ids(bar, "leftItems") == ["git/blame"])
    let expected = #"""
      {"id":"git/fetch","width":44,"title":"Fetch","enabled":true,"selected":false,"plugin":"git","x":216}
      """#
    #expect(bar?["rightItems"]?[0]?.serialized() == expected)
    let screen = try #require(opened?["screen"]?.string)
    for (context, right) in [
      (#"{"file":"main.swift"}"#, ["lint/fetch"]), (#"{"vcs":"git"}"#, ["git/fetch"]),
      ("{}", []), (#"{"vcs":"git","file":"a.swift"}"#, ["git/fetch", "lint/fetch"]),
    ] {
      let updated = try bench.request(
        peer, "screen/updateContext", #"{"screen":"\#(screen)","context":\#(context)}"#)["result"]
      #expect(ids(updated?["navigationBar"]) == right)
      #expect(bench.pending(at: peer).isEmpty, "the answer has told it")
    }
  }

  @Test func aPressGoesToThePluginOfTheItem() throws {
    var (bench, peer) = try bench()
    let screen = try bench.open(#"{"context":{"vcs":"git","file":"a.swift","n":1}}"#, at: peer)
    for (item, plugin) in [("lint/fetch", "lint"), ("git/fetch", "git")] {
      let delivery = try bench.request(
        peer, "navigationBar/press", #"{"screen":"\#(screen)","item":"\#(item)"}"#)["result"]
      #expect(
        delivery?.serialized() == #"{"delivered":true,"call":"navigationBar/clickItem"}"#)
      #expect(bench.spawns.last?.request.plugin == plugin, "it starts for the press")
      let run = try bench.start()
      let params = try bench.message("navigationBar/clickItem", at: run)["params"]
      #expect(params?["screen"]?.string == screen && params?["session"]?.string == "s1")
      #expect(params?["item"]?.string == "fetch")
      #expect(params?["context"]?.serialized() == #"{"vcs":"git","file":"a.swift","n":1}"#)
    }
    #expect(bench.pending(at: peer).isEmpty)
  }

  @Test func whatIsNotThereIsNotPressed() throws {
    var (bench, peer) = try bench()
    let screen = try bench.open(#"{"context":{"vcs":"git"}}"#, at: peer)
    for item in ["lint/fetch", "fetch", "git/none", ""] {
      let delivery = try bench.request(
        peer, "navigationBar/press", #"{"screen":"\#(screen)","item":"\#(item)"}"#)["result"]
      #expect(delivery?.serialized() == #"{"delivered":false,"reason":"hidden"}"#)
    }
  }

  // MARK: Changes

  @Test func aPluginChangesItsActionsInAllBars() throws {
    var (bench, peer) = try bench()
    let other = try bench.session()
    for each in [peer, other] {
      _ = try bench.open(#"{"context":{"vcs":"git"}}"#, at: each)
    }
    let plugin = try start("git", &bench, peer)
    _ = try bench.request(
      plugin, "actions/update", #"{"id":"fetch","badge":"3","enabled":false,"selected":true}"#)
    for each in [peer, other] {
      let item = try told(&bench, each)["rightItems"]?[0]
      #expect(item?["badge"]?.string == "3" && item?["enabled"]?.boolean == false)
      #expect(item?["selected"]?.boolean == true)
    }
    // Nothing new, nothing told; and a screen that opens later has it too.
    _ = try bench.request(plugin, "actions/update", #"{"id":"git/fetch","badge":"3"}"#)
    #expect(bench.pending(at: peer).isEmpty)
    let later = try bench.request(peer, "screen/open", #"{"context":{"vcs":"git"}}"#)["result"]
    #expect(later?["navigationBar"]?["rightItems"]?[0]?["badge"]?.string == "3")
    _ = try bench.request(plugin, "actions/update", #"{"id":"fetch","hidden":true}"#)
    #expect(ids(try told(&bench, other)) == [])
  }

  @Test func aPluginChangesItsActionsInOneSession() throws {
    var (bench, peer) = try bench()
    let other = try bench.session()
    let screen = try bench.open(#"{"context":{"vcs":"git"}}"#, at: peer)
    _ = try bench.open(#"{"context":{"vcs":"git"}}"#, at: other)
    let plugin = try start("git", &bench, peer)
    // It has not been told of any session yet.
    let early = try bench.request(
      plugin, "actions/update", #"{"session":"s1","id":"fetch","badge":"1"}"#)
    #expect(early["error"]?["code"]?.integer == -32004)
    _ = try bench.request(
      peer, "navigationBar/press", #"{"screen":"\#(screen)","item":"git/fetch"}"#)
    let press = try bench.message("navigationBar/clickItem", at: plugin)
    _ = try bench.request(
      plugin, "actions/update", #"{"session":"s1","id":"fetch","badge":"1"}"#)
    #expect(try told(&bench, peer)["rightItems"]?[0]?["badge"]?.string == "1")
    #expect(bench.pending(at: other).isEmpty)
    // The effect of a press is for its session too.
    try bench.respond(
      plugin, to: press,
      #"{"effects":[{"method":"actions/update","params":{"id":"fetch","badge":"2"}}]}"#)
    #expect(try told(&bench, peer)["rightItems"]?[0]?["badge"]?.string == "2")
    #expect(bench.pending(at: other).isEmpty)
    // What is set for all is what counts from then on.
    _ = try bench.request(plugin, "actions/update", #"{"id":"fetch","badge":"9"}"#)
    for each in [peer, other] {
      #expect(try told(&bench, each)["rightItems"]?[0]?["badge"]?.string == "9")
    }
  }

  @Test(
    "only its own",
    arguments: [
      (#"{"id":"lint/fetch","badge":"1"}"#, -32012), (#"{"id":"none","badge":"1"}"#, -32004),
      (#"{"id":"git/none"}"#, -32004), (#"{"badge":"1"}"#, -32602),
      (#"{"id":"fetch","session":"s9"}"#, -32004), (#"{"id":"fetch","enabled":"no"}"#, -32602),
    ])
  func refusedUpdates(params: String, code: Int64) throws {
    var (bench, peer) = try bench()
    let plugin = try start("git", &bench, peer)
    let answer = try bench.request(plugin, "actions/update", params)
    #expect(answer["error"]?["code"]?.integer == code)
  }

  // MARK: Plugins that come and go

  @Test("FC-222: a plugin that is disabled takes its own items with it, and brings them back")
  func disabling() throws {
    var (bench, peer) = try bench()
    _ = try bench.open(#"{"context":{"vcs":"git","file":"a.swift"}}"#, at: peer)
    let plugin = try start("git", &bench, peer)
    _ = try bench.request(plugin, "actions/update", #"{"id":"fetch","badge":"3"}"#)
    _ = try told(&bench, peer)
    _ = try bench.request(peer, "plugin/disable", #"{"plugin":"git"}"#)
    #expect(ids(try told(&bench, peer)) == ["lint/fetch"])
    guard case .plugin(let run) = plugin else { return }
    bench.handle(.exited(run, .exited(0)))
    _ = try bench.request(peer, "plugin/enable", #"{"plugin":"git"}"#)
    let back = try told(&bench, peer)
    #expect(ids(back) == ["git/fetch", "lint/fetch"])
    #expect(back["rightItems"]?[0]?["badge"] == nil, "as declared")
  }

  @Test func aPluginThatCrashedKeepsItsItems() throws {
    var (bench, peer) = try bench()
    let screen = try bench.open(#"{"context":{"vcs":"git"}}"#, at: peer)
    let plugin = try start("git", &bench, peer)
    guard case .plugin(let run) = plugin else { return }
    bench.handle(.exited(run, .signaled(11)))
    #expect(
      bench.messages(at: peer).allSatisfy { $0["method"]?.string != "navigationBar/didChange" })
    let press = #"{"screen":"\#(screen)","item":"git/fetch"}"#
    let delivery = try bench.request(peer, "navigationBar/press", press)["result"]
    #expect(delivery?.serialized() == #"{"delivered":false,"reason":"noDelegate"}"#)
    bench.advance(by: .seconds(1))
    _ = try bench.start()
    #expect(
      try bench.request(peer, "navigationBar/press", press)["result"]?["delivered"]?.boolean
        == true)
  }

  @Test func aPluginThatUserMustEnableContributesNothingBefore() throws {
    var bench = HostBench()
    bench.discover(Self.git, origin: .user)
    let peer = try bench.session()
    let opened = try bench.request(peer, "screen/open", #"{"context":{"vcs":"git"}}"#)["result"]
    #expect(ids(opened?["navigationBar"]) == [])
    _ = try bench.request(peer, "plugin/enable", #"{"plugin":"git"}"#)
    #expect(ids(try told(&bench, peer)) == ["git/fetch"])
  }

  @Test func theHandshakeMayTellOtherActionsThanTheManifest() throws {
    var (bench, peer) = try bench()
    _ = try bench.open(#"{"context":{"vcs":"git"}}"#, at: peer)
    _ = bench.post(peer, "plugin/start", #"{"plugin":"git"}"#)
    _ = try bench.start(
      result: #"{"protocol":1,"provides":{"actions":[{"id":"pull","title":"Pull"}]}}"#)
    #expect(ids(try told(&bench, peer)) == ["git/pull"])
  }

  @Test func aPluginWithoutManifestActionsAddsThemWhenItStarts() throws {
    var (bench, peer) = try bench(#"{"name":"late","version":"1","command":["./late"]}"#)
    _ = try bench.open("{}", at: peer)
    _ = bench.post(peer, "plugin/start", #"{"plugin":"late"}"#)
    _ = try bench.start(
      result: #"{"protocol":1,"provides":{"actions":[{"id":"a","title":"A"}]}}"#)
    #expect(ids(try told(&bench, peer)) == ["late/a"])
  }

  @Test func aManifestWithAFlatActionIsInvalid() throws {
    var (bench, peer) = try bench(
      #"""
      {"name":"flat","version":"1","command":["./flat"],
       "provides":{"actions":[{"id":"a","title":"A","width":0}]}}
      """#)
    let opened = try bench.request(peer, "screen/open", "{}")["result"]
    #expect(ids(opened?["navigationBar"]) == [])
  }

  private func start(_ name: String, _ bench: inout HostBench, _ peer: Peer) throws -> Peer {
    _ = bench.post(peer, "plugin/start", #"{"plugin":"\#(name)"}"#)
    let plugin = try bench.start()
    bench.forget(peer)
    return plugin
  }
}
