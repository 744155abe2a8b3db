import HostCore
import HostProtocol
import JSON
import Testing

/// Calls that cause calls (protocol, R-7), and what goes with them.
@Suite struct CauseTests {
  private static let echo = #"""
    {"name":"echo","version":"1","command":["./echo"],"provides":{"methods":["a","b"]}}
    """#

  private func ready() throws -> (bench: HostBench, peer: Peer, tool: Peer, echo: Peer) {
    var bench = HostBench()
    bench.discover(Manifests.tool, Self.echo)
    let peer = try bench.session()
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"tool"}"#)
    let tool = try bench.start()
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"echo"}"#)
    let echo = try bench.start()
    return (bench, peer, tool, echo)
  }

  private func call(_ method: String, cause: JSONValue?, id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{"_meta":{"cause":\#(cause?.serialized() ?? "0")}}}"#
  }

  @Test("FC-073: a plugin calls back while it is being called")
  func callsBackWork() throws {
    var (bench, peer, tool, echo) = try ready()
    let id = bench.post(peer, "tool/slow")
    let first = try bench.message("tool/slow", at: tool)
    bench.send(tool, call("echo/a", cause: first["id"], id: 1))
    let second = try bench.message("echo/a", at: echo)
    bench.send(echo, call("tool/echo", cause: second["id"], id: 1))
    let third = try bench.message("tool/echo", at: tool)
    try bench.respond(tool, to: third, "3")
    #expect(try bench.answer(to: 1, at: echo)["result"]?.integer == 3)
    try bench.respond(echo, to: second, "2")
    #expect(try bench.answer(to: 1, at: tool)["result"]?.integer == 2)
    try bench.respond(tool, to: first, "1")
    #expect(try bench.answer(to: id, at: peer)["result"]?.integer == 1)
  }

  @Test func aCircleIsRefusedByName() throws {
    var (bench, peer, tool, echo) = try ready()
    _ = bench.post(peer, "tool/slow")
    let first = try bench.message("tool/slow", at: tool)
    bench.send(tool, call("echo/a", cause: first["id"], id: 1))
    let second = try bench.message("echo/a", at: echo)
    bench.send(echo, call("tool/slow", cause: second["id"], id: 1))
    let refused = try bench.answer(to: 1, at: echo)
    #expect(refused.errorCode == -32009)
    #expect(refused["error"]?["message"]?.string?.contains("tool/slow") == true)
  }

  @Test func aChainHasAnEnd() throws {
    var (bench, peer, tool, echo) = try ready()
    let id = bench.post(peer, "tool/slow")
    var cause = try bench.message("tool/slow", at: tool)
    // Each call is answered before the next, so that no method is open twice.
    for step in 1...16 {
      try bench.respond(step % 2 == 1 ? tool : echo, to: cause, "0")
      let (caller, callee) = step % 2 == 1 ? (tool, echo) : (echo, tool)
      let method = step % 2 == 1 ? "echo/a" : "tool/slow"
      bench.send(caller, call(method, cause: cause["id"], id: step))
      guard step < 16 else {
        #expect(try bench.answer(to: step, at: caller).errorCode == -32009)
        return
      }
      cause = try bench.message(method, at: callee)
    }
    _ = id
  }

  @Test func aCauseMustBeARequestThatThePluginGotJustNow() throws {
    var (bench, peer, tool, echo) = try ready()
    let id = bench.post(peer, "tool/slow")
    let first = try bench.message("tool/slow", at: tool)
    bench.send(echo, call("tool/echo", cause: first["id"], id: 1))
    #expect(try bench.answer(to: 1, at: echo).errorCode == -32602, "it was another plugin's")
    try bench.respond(tool, to: first, "1")
    _ = try bench.answer(to: id, at: peer)
    bench.advance(by: .seconds(60))
    bench.send(tool, call("echo/a", cause: first["id"], id: 2))
    #expect(try bench.message("echo/a", at: echo)["id"]?.string == "tool:2/echo#2")
    bench.advance(by: .milliseconds(1))
    bench.send(tool, call("echo/b", cause: first["id"], id: 3))
    let late = try bench.answer(to: 3, at: tool)
    #expect(late.errorCode == -32602)
    #expect(late["error"]?["data"]?["path"]?.string == "/_meta/cause")
  }

  @Test func aTraceFollowsTheRequestsThatTheHostMakes() throws {
    var bench = HostBench()
    bench.discover(Manifests.people)
    let peer = try bench.session()
    _ = bench.post(
      peer, "autocomplete/query",
      #"{"source":"people/people","text":"J","_meta":{"trace":"t-1"}}"#)
    let plugin = try bench.start()
    let meta = try bench.message("autocomplete/provideDatasource", at: plugin)["params"]?["_meta"]
    #expect(meta?["trace"]?.string == "t-1" && meta?["deadlineMs"]?.integer == 5000)
  }

  @Test func datasourcesOverTheirBudgetAreDroppedAndAskedForAgain() throws {
    var limits = HostBench.limits
    limits.datasourceBytes = 1000
    var bench = HostBench(limits: limits)
    bench.discover(Manifests.people)
    let peer = try bench.session()
    var plugin: Peer?
    for (text, reason) in [("one", "query"), ("two", "query"), ("one", "evicted")] {
      let id = bench.post(
        peer, "autocomplete/query",
        #"{"source":"people/people","text":"J","context":{"list":"\#(text)"}}"#)
      let started = try plugin ?? bench.start()
      plugin = started
      let request = try bench.message("autocomplete/provideDatasource", at: started)
      #expect(request["params"]?["reason"]?.string == reason)
      try bench.respond(started, to: request, Manifests.datasource(["Jon", "Jim", "Joe"]))
      #expect(try bench.answer(to: id, at: peer)["result"]?["total"]?.integer == 3)
      bench.advance(by: .milliseconds(1))
    }
  }
}
