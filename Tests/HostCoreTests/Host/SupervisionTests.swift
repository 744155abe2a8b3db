import HostCore
import JSON
import JSONRPC
import Testing

/// Plugins that stop, crash, misbehave, and the commands that manage them.
@Suite struct SupervisionTests {
  private func ready(
    _ manifest: String = Manifests.tool
  ) throws -> (bench: HostBench, peer: Peer, plugin: Peer, run: RunID) {
    var bench = HostBench()
    bench.discover(manifest)
    let peer = try bench.session()
    _ = try bench.request(
      peer, "host/subscribe", #"{"topics":["plugin/didChangeState"]}"#)
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"tool"}"#)
    let plugin = try bench.start()
    bench.forget(peer)
    guard case .plugin(let run) = plugin else { throw NoPlugin() }
    return (bench, peer, plugin, run)
  }

  private struct NoPlugin: Error {}

  private func states(_ bench: HostBench, _ peer: Peer) -> [String] {
    bench.messages(at: peer).compactMap { $0["params"]?["state"]?.string }
  }

  @Test func aStopIsAskedForThenInsistedOn() throws {
    var (bench, peer, plugin, run) = try ready()
    let status = try bench.request(peer, "plugin/stop", #"{"plugin":"tool"}"#)["result"]
    #expect(status?["state"]?.string == "stopping")
    let shutdown = try bench.message("shutdown", at: plugin)
    try bench.respond(plugin, to: shutdown, "null")
    _ = try bench.message("exit", at: plugin)
    #expect(bench.closedInputs == [run])
    #expect(bench.signals.isEmpty)
    bench.advance(by: .seconds(2))
    bench.advance(by: .seconds(2))
    #expect(bench.signals.map(\.signal) == [.terminate, .kill])
    bench.handle(.exited(run, .signaled(9)))
    #expect(
      try bench.request(peer, "plugin/status", #"{"plugin":"tool"}"#)["result"]?["state"]?.string
        == "stopped")
  }

  @Test("FC-066: a stop lets open calls end, then fails them once; late answers change nothing")
  func stopWithOpenCalls() throws {
    var (bench, peer, plugin, run) = try ready()
    let fast = bench.post(peer, "tool/echo")
    let slow = bench.post(peer, "tool/slow")
    let fastRequest = try bench.message("tool/echo", at: plugin)
    let slowRequest = try bench.message("tool/slow", at: plugin)
    #expect(
      try bench.request(peer, "plugin/stop", #"{"plugin":"tool"}"#)["result"]?["state"]?.string
        == "draining")
    try bench.respond(plugin, to: fastRequest, "1")
    #expect(try bench.answer(to: fast, at: peer)["result"]?.integer == 1)
    bench.advance(by: .seconds(2))
    #expect(try bench.answer(to: slow, at: peer).errorCode == -32005)
    try bench.respond(plugin, to: slowRequest, "1")
    bench.handle(.exited(run, .exited(0)))
    #expect(bench.pending(at: peer).allSatisfy { !$0.contains(#""id":\#(slow)"#) })
  }

  @Test func aCallThatComesWhileAnotherDrainsWaitsForTheNextProcess() throws {
    var (bench, peer, plugin, run) = try ready()
    let open = bench.post(peer, "tool/slow")
    let request = try bench.message("tool/slow", at: plugin)
    _ = try bench.request(peer, "plugin/stop", #"{"plugin":"tool"}"#)
    let late = bench.post(peer, "tool/echo")
    try bench.respond(plugin, to: request, "1")
    #expect(try bench.answer(to: open, at: peer)["result"]?.integer == 1)
    bench.handle(.exited(run, .exited(0)))
    let next = try bench.start()
    try bench.respond(next, to: bench.message("tool/echo", at: next), "2")
    #expect(try bench.answer(to: late, at: peer)["result"]?.integer == 2)
  }

  @Test func aForcedStopKillsAtOnce() throws {
    var (bench, peer, _, run) = try ready()
    let id = bench.post(peer, "tool/slow")
    _ = try bench.request(peer, "plugin/stop", #"{"plugin":"tool","force":true}"#)
    #expect(bench.signals.map(\.signal) == [.kill])
    #expect(try bench.answer(to: id, at: peer).errorCode == -32005)
    bench.handle(.exited(run, .signaled(9)))
    #expect(
      try bench.request(peer, "plugin/status", #"{"plugin":"tool"}"#)["result"]?["state"]?.string
        == "stopped")
  }

  @Test("FC-153: force shortens a stop that is under way") func forceAfterAStop() throws {
    var (bench, peer, _, run) = try ready()
    _ = try bench.request(peer, "plugin/stop", #"{"plugin":"tool"}"#)
    #expect(bench.signals.isEmpty)
    _ = try bench.request(peer, "plugin/stop", #"{"plugin":"tool","force":true}"#)
    #expect(bench.signals.map(\.run) == [run])
  }

  @Test func aLostGuardIsNoCrashOfThePlugin() throws {
    var (bench, peer, _, run) = try ready()
    var last = run
    for _ in 0..<10 {
      bench.handle(.exited(last, .unknown))
      bench.advance(by: .milliseconds(250))
      guard case .plugin(let next) = try bench.start() else { return }
      last = next
    }
    #expect(!states(bench, peer).contains("quarantined"))
  }

  @Test func aCallDuringAStopStartsThePluginOnceMore() throws {
    var (bench, peer, _, run) = try ready()
    _ = try bench.request(peer, "plugin/stop", #"{"plugin":"tool"}"#)
    let id = bench.post(peer, "tool/echo")
    bench.handle(.exited(run, .exited(0)))
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), "1")
    #expect(try bench.answer(to: id, at: peer)["result"]?.integer == 1)
    #expect(bench.spawns.count == 2)
  }

  @Test func aCrashFailsOpenCallsWithItsFactsAndIsFollowedByARestart() throws {
    var (bench, peer, _, run) = try ready()
    let id = bench.post(peer, "tool/slow")
    bench.handle(.output(run, OutputLine(stream: .standardError, text: "panic: no memory")))
    bench.handle(.exited(run, .signaled(6)))
    let error = try #require(try bench.answer(to: id, at: peer)["error"])
    #expect(error["code"]?.integer == -32005)
    #expect(error["data"]?["plugin"]?.string == "tool")
    #expect(error["data"]?["exit"]?["signal"]?.integer == 6)
    #expect(error["data"]?["stderrTail"]?.serialized() == #"["panic: no memory"]"#)
    #expect(states(bench, peer) == ["backoff"])
    bench.advance(by: .milliseconds(250))
    #expect(bench.spawns.count == 2)
  }

  @Test("FC-063: an exit before initialize is told at once, with what was printed")
  func exitBeforeInitialize() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    let id = bench.post(peer, "tool/echo")
    let run = try #require(bench.spawns.last?.run)
    bench.handle(.spawned(run, processID: 9))
    bench.handle(.output(run, OutputLine(stream: .standardError, text: "bad flag --x")))
    bench.handle(.exited(run, .exited(2)))
    let error = try #require(try bench.answer(to: id, at: peer)["error"])
    #expect(error["code"]?.integer == -32001)
    #expect(error["message"]?.string?.contains("exited with code 2 before") == true)
    #expect(error["data"]?["stderrTail"]?[0]?.string == "bad flag --x")
  }

  @Test("FC-064: a plugin that is silent in its handshake fails its callers, and nobody else")
  func silenceInTheHandshake() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool, Manifests.counter)
    let peer = try bench.session()
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"counter"}"#)
    let counter = try bench.start()
    let waiting = bench.post(peer, "tool/echo", #"{"_meta":{"deadlineMs":60000}}"#)
    let run = try #require(bench.spawns.last?.run)
    bench.handle(.spawned(run, processID: 9))
    let open = bench.post(peer, "counter/next")
    let request = try bench.message("counter/next", at: counter)
    bench.advance(by: .seconds(10))
    let late = try bench.answer(to: waiting, at: peer)
    #expect(late.errorCode == -32003, "its own 9 s came first")
    #expect(late["error"]?["message"]?.string?.hasSuffix("flush its output?") == true, "FC-109")
    #expect(bench.signals.map(\.run) == [run])
    bench.handle(.exited(run, .signaled(15)))
    try bench.respond(counter, to: request, "1")
    _ = try bench.answer(to: open, at: peer)
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }

  @Test("FC-076: a host with an idle front end stays, however long it is idle")
  func idleFrontEnds() throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.advance(by: .seconds(12 * 3600))
    #expect(bench.exitCode == nil && bench.closed.isEmpty)
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }

  @Test("FC-096: a program that can't be started fails its callers with the reason")
  func spawnFailures() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    let id = bench.post(peer, "tool/echo")
    let run = try #require(bench.spawns.last?.run)
    bench.handle(.spawnFailed(run, reason: "interpreter /nope not found"))
    let error = try #require(try bench.answer(to: id, at: peer)["error"])
    #expect(error["code"]?.integer == -32001)
    #expect(error["data"]?["reason"]?.string == "interpreter /nope not found")
  }

  @Test("FC-094: a closed standard input fails the open calls once; the host goes on")
  func closedInput() throws {
    var (bench, peer, _, run) = try ready()
    let id = bench.post(peer, "tool/slow")
    bench.handle(.closed(.plugin(run)))
    #expect(try bench.answer(to: id, at: peer).errorCode == -32005)
    #expect(bench.signals.map(\.signal) == [.terminate])
    bench.handle(.exited(run, .signaled(15)))
    #expect(states(bench, peer).last == "backoff")
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }

  @Test func junkIsLoggedAndTooMuchOfItEndsThePlugin() throws {
    var (bench, peer, plugin, run) = try ready()
    bench.send(plugin, "2022/05/25 DEBUG starting")
    #expect(bench.logs.last?.text == "2022/05/25 DEBUG starting")
    let log = try bench.request(peer, "plugin/log", #"{"plugin":"tool"}"#)["result"]
    #expect(log?["lines"]?.elements.last?["stream"]?.string == "stdout")
    bench.handle(
      .decodingFailed(
        plugin, .init(kind: .tooMuchJunk(limit: 1), explanation: "it printed too much")))
    #expect(bench.signals.map(\.run) == [run])
  }

  @Test func pluginsThatAreNotUsableSayWhy() throws {
    var bench = HostBench()
    bench.discover(
      #"{"name":"broken""#, #"{"name":"screen","version":"1","command":["./p"]}"#, Manifests.tool)
    let peer = try bench.session()
    let plugins = try #require(try bench.request(peer, "plugin/list")["result"]?["plugins"])
    #expect(plugins.elements.map { $0["state"]?.string } == ["invalid", "invalid", "discovered"])
    #expect(plugins[0]?["reason"]?.string?.contains("line 1") == true)
    #expect(try bench.request(peer, "plugin/start", #"{"plugin":"p0"}"#).errorCode == -32001)
    #expect(try bench.request(peer, "plugin/start", #"{"plugin":"nobody"}"#).errorCode == -32004)
  }

  @Test func aPluginThatItsUserHasNotSeenDoesNotRun() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool, origin: .user)
    let peer = try bench.session()
    #expect(try bench.request(peer, "tool/echo").errorCode == -32001)
    #expect(bench.spawns.isEmpty)
    let enabled = try bench.request(peer, "plugin/enable", #"{"plugin":"tool"}"#)["result"]
    #expect(enabled?["state"]?.string == "stopped")
    #expect(bench.marks.map(\.directory) == ["/plugins/p0"] && bench.marks[0].isEnabled)
    let id = bench.post(peer, "tool/echo")
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), "1")
    _ = try bench.answer(to: id, at: peer)
    let disabled = try bench.request(peer, "plugin/disable", #"{"plugin":"tool"}"#)["result"]
    #expect(disabled?["state"]?.string == "disabled")
    #expect(bench.marks.map(\.isEnabled) == [true, false])
    #expect(try bench.request(peer, "tool/echo").errorCode == -32001)
    _ = try bench.message("shutdown", at: plugin)
  }

  @Test func theFirstOfEqualNamesIsUsed() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool, Manifests.tool)
    let peer = try bench.session()
    #expect(try bench.request(peer, "plugin/list")["result"]?["plugins"]?.count == 1)
    #expect(bench.logs.contains { $0.text.contains("/plugins/p1") })
  }

  @Test(
    "FC-078: a wrong version, a refusal and a wish not to run are final",
    arguments: [
      (#"{"protocol":2}"#, "invalid"), (#"{"protocol":1,"disable":"no licence"}"#, "disabled"),
    ])
  func refusedHandshakes(result: String, state: String) throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    let id = bench.post(peer, "tool/echo")
    let plugin = try bench.start(result: result)
    #expect(try bench.answer(to: id, at: peer).errorCode == -32001)
    #expect(try bench.request(peer, "tool/echo").errorCode == -32001, "also while it is leaving")
    guard case .plugin(let run) = plugin else { return }
    _ = try bench.message("shutdown", at: plugin)
    bench.handle(.exited(run, .exited(0)))
    #expect(
      try bench.request(peer, "plugin/status", #"{"plugin":"tool"}"#)["result"]?["state"]?.string
        == state)
    #expect(try bench.request(peer, "tool/echo").errorCode == -32001)
    #expect(bench.spawns.count == 1)
  }

  @Test func quarantineIsToldByItsOwnCodeAndEndedByRestart() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"tool"}"#)
    for _ in 0..<5 {
      let run = try #require(bench.spawns.last?.run)
      bench.handle(.spawned(run, processID: 1))
      bench.handle(.exited(run, .exited(1)))
      bench.advance(by: .seconds(5))
    }
    #expect(bench.spawns.count == 5)
    #expect(try bench.request(peer, "tool/echo").errorCode == -32013)
    _ = try bench.request(peer, "plugin/restart", #"{"plugin":"tool"}"#)
    #expect(bench.spawns.count == 6)
  }

  @Test func theHostEndsOnceItsPluginsHaveLeft() throws {
    var (bench, peer, plugin, run) = try ready()
    let stopped = try bench.request(peer, "host/stop")
    #expect(stopped["result"] != nil, "the answer comes first")
    #expect(bench.stoppedListening && bench.exitCode == nil)
    #expect(try bench.request(peer, "tool/echo").errorCode == -32001)
    try bench.respond(plugin, to: bench.message("shutdown", at: plugin), "{}")
    bench.handle(.exited(run, .exited(0)))
    #expect(bench.exitCode == 0 && bench.closed.count == 1)
  }

  @Test func aSignalEndsAHostWithoutPluginsAtOnce() throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.handle(.stopRequested)
    bench.handle(.stopRequested)
    #expect(bench.exitCode == 0)
    _ = peer
  }
}
