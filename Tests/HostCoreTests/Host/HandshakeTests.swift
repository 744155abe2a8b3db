import HostCore
import JSON
import Testing

/// The first words of a front end, and what is refused before and after them.
@Suite struct HandshakeTests {
  @Test func initializeTellsSessionLimitsAndPlugins() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = bench.connect()
    let result = try #require(
      try bench.request(
        peer, "initialize",
        #"{"protocol":{"min":1,"max":3},"positionEncodings":["utf-9","utf-16"]}"#)["result"])
    #expect(result["protocol"]?.integer == 1)
    #expect(result["session"]?.string == "s1")
    #expect(result["positionEncoding"]?.string == "utf-16")
    #expect(result["host"]?["build"]?.string == "test")
    #expect(result["limits"]?["batchElements"]?.integer == 1024)
    #expect(result["plugins"]?[0]?["plugin"]?.string == "tool")
    #expect(result["plugins"]?[0]?["state"]?.string == "discovered")
  }

  @Test func nothingButPingIsServedBefore() throws {
    var bench = HostBench()
    let peer = bench.connect()
    #expect(try bench.request(peer, "ping")["result"] != nil)
    #expect(try bench.request(peer, "plugin/list").errorCode == -32002)
    #expect(try bench.request(peer, "nobody/knows").errorCode == -32002)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"tool/echo"}"#)
    #expect(bench.pending(at: peer).isEmpty, "a notification is dropped")
  }

  @Test func initializeIsSentOnce() throws {
    var bench = HostBench()
    let peer = try bench.session()
    #expect(
      try bench.request(peer, "initialize", #"{"protocol":{"min":1,"max":1}}"#).errorCode == -32007)
  }

  @Test func versionsWithoutACommonOneAreBothNamed() throws {
    var bench = HostBench()
    let peer = bench.connect()
    let answer = try bench.request(peer, "initialize", #"{"protocol":{"min":2,"max":5}}"#)
    #expect(answer.errorCode == -32006)
    let data = try #require(answer["error"]?["data"])
    #expect(data["host"]?["max"]?.integer == 1)
    #expect(data["peer"]?["min"]?.integer == 2)
    #expect(
      try bench.request(peer, "initialize", #"{"protocol":{"min":1,"max":5}}"#)["result"] != nil)
  }

  @Test(
    "FC-033: params absent, null, {}, [] and [null] all mean none",
    arguments: ["", #","params":null"#, #","params":{}"#, #","params":[]"#, #","params":[null]"#])
  func emptyParams(member: String) throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.send(peer, #"{"jsonrpc":"2.0","id":5,"method":"plugin/list"\#(member)}"#)
    #expect(try bench.answer(to: 5, at: peer)["result"]?["plugins"] != nil)
  }

  @Test func shutdownLeavesPingOnlyAndExitCloses() throws {
    var bench = HostBench()
    let peer = try bench.session()
    #expect(try bench.request(peer, "shutdown")["result"] != nil)
    #expect(try bench.request(peer, "ping")["result"] != nil)
    #expect(try bench.request(peer, "plugin/list").errorCode == -32600)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(bench.closed.count == 1)
    #expect(bench.exitCode == nil, "the host goes on")
  }

  @Test("FC-072: a connection that stays silent is told why and closed")
  func silentConnectionsAreClosed() throws {
    var bench = HostBench()
    let peer = bench.connect()
    let talker = try bench.session()
    bench.advance(by: .seconds(29))
    #expect(bench.closed.isEmpty)
    bench.advance(by: .seconds(2))
    #expect(try bench.next(at: peer).errorCode == -32002)
    #expect(bench.closed.count == 1)
    #expect(try bench.request(talker, "ping")["result"] != nil)
  }

  @Test("FC-079: connections that come and go leave nothing")
  func connectionsThatGoLeaveNothing() throws {
    var bench = HostBench()
    for _ in 0..<50 {
      guard case .frontEnd(let connection) = bench.connect() else { return }
      bench.handle(.closed(.frontEnd(connection)))
    }
    let peer = try bench.session()
    #expect(try bench.request(peer, "host/status")["result"]?["sessions"]?.integer == 1)
    #expect(bench.host.nextDeadline == nil)
  }

  @Test("FC-154: after the end of input what runs is answered, then the connection closes")
  func halfCloseWaitsForAnswers() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    let id = bench.post(peer, "tool/slow")
    bench.handle(.endOfInput(peer))
    #expect(bench.closed.isEmpty)
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/slow", at: plugin), "42")
    #expect(try bench.answer(to: id, at: peer)["result"]?.integer == 42)
    #expect(bench.closed.count == 1)
  }

  @Test func overStdioTheEndOfTheFrontEndEndsTheHost() throws {
    var bench = HostBench(endsWithFrontEnd: true)
    let peer = try bench.session()
    bench.handle(.endOfInput(peer))
    #expect(bench.exitCode == 0)
  }
}

extension JSONValue {
  /// The code of an answer that is an error.
  var errorCode: Int64? { self["error"]?["code"]?.integer }
}
