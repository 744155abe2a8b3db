import HostCore
import HostProtocol
import JSON
import Testing

/// What is no request, and requests as they must not be.
@Suite struct MessageTests {
  @Test(
    arguments: [
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "1", -32600),
      (#"{"jsonrpc":"2.0","id":4}"#, "4", -32600),
      (#"{"foo":"bar"}"#, "null", -32600),
      (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, "null", -32600),
      (
        #"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 1024))","method":"ping"}"#,
        "null", -32600
      ),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, "null", -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":5}"#, "1", -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, "1", -32600),
      (#"{"jsonRpc":"2.0","Id":1,"Method":"ping"}"#, "null", -32600),
      (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "null", -32700),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}"#, "null", -32700),
      ("not-json", "null", -32700),
    ])
  func areAnsweredAndTheSessionGoesOn(text: String, id: String, code: Int64) throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.send(peer, text)
    let answer = try bench.next(at: peer)
    #expect(answer.errorCode == code)
    #expect(answer["id"]?.serialized() == id)
    #expect(try bench.request(peer, "ping")["result"] != nil, "FC-022")
  }

  @Test(
    "FC-046: ids come back as they were written",
    arguments: [
      "0", "-1", "4294967296", "18446744073709551615", "99999999999999999999", "1e3", "1.0", "1.5",
      #""""#, #""foo""#, #""1""#, #""\u0000""#, #""\u0061""#,
    ])
  func idsAreEchoed(id: String) throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.send(peer, #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
    #expect(bench.texts[peer]?.last == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
  }

  @Test("FC-028: an unknown method is answered with its id")
  func unknownMethods() throws {
    var bench = HostBench()
    let peer = try bench.session()
    for method in ["foobar", "nobody/knows", "autocomplete/nothing", "$/nothing", "a/b/c", "/", ""]
    {
      #expect(try bench.request(peer, method).errorCode == -32601, "\(method)")
    }
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/nothing"}"#)
    #expect(bench.pending(at: peer).isEmpty)
  }

  @Test("FC-039: bad params name the member, with the id")
  func badParamsNameTheMember() throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.send(
      peer, #"{"jsonrpc":"2.0","id":31,"method":"autocomplete/detach","params":{"field":7}}"#)
    let error = try #require(try bench.answer(to: 31, at: peer)["error"])
    #expect(error["code"]?.integer == -32602)
    #expect(error["data"]?["path"]?.string == "/field")
    #expect(error["data"]?["expected"]?.string == "string")
    #expect(error["data"]?["found"]?.string == "integer")
  }

  @Test func paramsThatLibjanssonCannotHoldAreInvalidParams() throws {
    var bench = HostBench()
    let peer = try bench.session()
    for value in ["9223372036854775808", "1e999", #"{"\u0000":1}"#] {
      let answer = try bench.request(peer, "plugin/log", #"{"plugin":"x","lines":\#(value)}"#)
      #expect(answer.errorCode == -32602, "\(value)")
    }
    #expect(try bench.request(peer, "plugin/log", #"{"a":1,"a":2}"#).errorCode == -32700)
  }

  @Test func paramsOverTheLimitAreTooLarge() throws {
    var bench = HostBench()
    let peer = try bench.session()
    let text = String(repeating: "x", count: 128 * 1024)
    #expect(
      try bench.request(peer, "plugin/status", #"{"plugin":"\#(text)"}"#).errorCode == -32011)
  }

  @Test("FC-043: the id of an open request is refused, and the first is not lost")
  func openIDsAreRefused() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    bench.send(peer, #"{"jsonrpc":"2.0","id":7,"method":"tool/slow"}"#)
    bench.send(peer, #"{"jsonrpc":"2.0","id":7,"method":"tool/echo"}"#)
    #expect(try bench.answer(to: 7, at: peer).errorCode == -32600)
    bench.send(peer, #"{"jsonrpc":"2.0","id":"7","method":"ping"}"#)
    #expect(try bench.next(at: peer)["id"]?.string == "7", "another type is another id")
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/slow", at: plugin), "1")
    #expect(try bench.answer(to: 7, at: peer)["result"]?.integer == 1)
    bench.send(peer, #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#)
    #expect(try bench.answer(to: 7, at: peer)["result"] != nil, "an answered id is free again")
  }

  @Test func requestsOverTheLimitAreRefusedByName() throws {
    var limits = HostBench.limits
    limits.requestsInFlight = 2
    var bench = HostBench(limits: limits)
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    _ = bench.post(peer, "tool/slow")
    _ = bench.post(peer, "tool/slow")
    #expect(try bench.request(peer, "ping").errorCode == -32010)
  }

  @Test("FC-049, FC-051: batches are answered together, by id, and never for notifications")
  func batches() throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.send(peer, "[]")
    #expect(try bench.next(at: peer).errorCode == -32600)
    bench.send(peer, #"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]"#)
    #expect(bench.pending(at: peer).isEmpty)
    bench.send(
      peer,
      #"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":5,"method":"ping"},7,{"jsonrpc":"2.0","id":6,"method":"nope"}]"#
    )
    let answers = try bench.next(at: peer)
    #expect(answers.elements.map { $0["id"]?.serialized() } == ["5", "null", "6"])
    #expect(answers[0]?["result"] != nil)
    #expect(answers[1]?.errorCode == -32600)
    #expect(answers[2]?.errorCode == -32601)
  }

  @Test func aBatchLeavesWithItsLastAnswer() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    bench.send(
      peer,
      #"[{"jsonrpc":"2.0","id":1,"method":"tool/slow"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#)
    #expect(bench.pending(at: peer).isEmpty)
    #expect(try bench.request(peer, "ping")["result"] != nil, "other requests do not wait for it")
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/slow", at: plugin), #""done""#)
    let answers = try bench.next(at: peer)
    #expect(Set(answers.elements.compactMap { $0["id"]?.integer }) == [1, 2])
  }

  @Test func whatStandsBesideAnExitIsAnsweredBeforeTheConnectionCloses() throws {
    var bench = HostBench()
    let peer = try bench.session()
    bench.send(
      peer, #"[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","method":"exit"}]"#)
    #expect(try bench.next(at: peer)[0]?["id"]?.integer == 5)
    #expect(bench.closed.count == 1)
  }

  @Test("FC-054: a batch over the limit gets one error with the limit")
  func oversizedBatches() throws {
    var bench = HostBench()
    let peer = try bench.session()
    let pings = (1...1025).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
    bench.send(peer, "[\(pings.joined(separator: ","))]")
    let answer = try bench.next(at: peer)
    #expect(answer.errorCode == -32600)
    #expect(answer["error"]?["data"]?["limit"]?.integer == 1024)
    #expect(answer["error"]?["data"]?["got"]?.integer == 1025)
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }
}
