import HostCore
import JSON
import Testing

/// A plugin's own methods: passed on, answered, cancelled, given up.
@Suite struct RelayTests {
  private func ready() throws -> (bench: HostBench, peer: Peer, plugin: Peer) {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    _ = bench.post(peer, "tool/echo")
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), "0")
    bench.forget(peer)
    return (bench, peer, plugin)
  }

  @Test func aCallStartsThePluginAndItsIDNamesTheCause() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    bench.send(peer, #"{"jsonrpc":"2.0","id":42,"method":"tool/echo","params":[1]}"#)
    #expect(bench.spawns.count == 1)
    #expect(bench.spawns.first?.request.command == ["./tool"])
    let plugin = try bench.start()
    let request = try bench.message("tool/echo", at: plugin)
    #expect(request["id"]?.string == "s1:42/tool#1")
    try bench.respond(plugin, to: request, "1")
    #expect(try bench.answer(to: 42, at: peer)["result"]?.integer == 1)
  }

  @Test(
    "params, results and errors pass byte for byte",
    arguments: [
      #"{"b":1,"a":{"x":[1.0,1e999,-0]}}"#, #"[ 1,  2 ]"#, "{}",
      #"{"n":9223372036854775808,"s":"\u0041\u0000\/"}"#, #"{"a":1,"a":2}"#,
    ])
  func verbatim(text: String) throws {
    var (bench, peer, plugin) = try ready()
    for member in [#""result":\#(text)"#, #""error":{"code":1,"message":"m","data":\#(text)}"#] {
      let id = bench.post(peer, "tool/echo", text)
      let request = try #require(bench.texts[plugin]?.last)
      let callID = #"s1:\#(id)/tool#"#
      #expect(request.hasPrefix(#"{"jsonrpc":"2.0","id":"\#(callID)"#))
      #expect(request.hasSuffix(#","method":"tool/echo","params":\#(text)}"#))
      let number = request.dropFirst(#"{"jsonrpc":"2.0","id":"\#(callID)"#.count).prefix {
        $0 != "\""
      }
      bench.send(plugin, #"{"id":"\#(callID)\#(number)",\#(member)}"#)
      #expect(bench.texts[peer]?.last == #"{"jsonrpc":"2.0","id":\#(id),\#(member)}"#)
    }
  }

  @Test(
    "FC-025: null, false, 0 and the empty string are results",
    arguments: ["null", "false", "0", "\"\""])
  func emptyResults(value: String) throws {
    var (bench, peer, plugin) = try ready()
    let id = bench.post(peer, "tool/echo")
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), value)
    #expect(bench.texts[peer]?.last == #"{"jsonrpc":"2.0","id":\#(id),"result":\#(value)}"#)
  }

  @Test func methodsThatThePluginDoesNotNameAreNotPassedOn() throws {
    var (bench, peer, plugin) = try ready()
    for method in ["tool/shutdown", "tool/initialize", "tool/other", "tool/"] {
      #expect(try bench.request(peer, method).errorCode == -32601)
    }
    #expect(bench.pending(at: plugin).isEmpty)
  }

  @Test func integerIDsAreIntegersForThoseWhoAskForThem() throws {
    var bench = HostBench()
    bench.discover(Manifests.counter)
    let peer = try bench.session()
    let id = bench.post(peer, "counter/next")
    let plugin = try bench.start()
    let request = try bench.message("counter/next", at: plugin)
    #expect(request["id"]?.integer == 1)
    try bench.respond(plugin, to: request, "1")
    #expect(try bench.answer(to: id, at: peer)["result"]?.integer == 1)
  }

  @Test("FC-042: late answers and answers to nothing are dropped, and nobody else suffers")
  func lateAnswers() throws {
    var (bench, peer, plugin) = try ready()
    let first = bench.post(peer, "tool/slow")
    let request = try bench.message("tool/slow", at: plugin)
    bench.advance(by: .seconds(9))
    #expect(try bench.answer(to: first, at: peer).errorCode == -32003)
    #expect(try bench.message("$/cancelRequest", at: plugin)["params"]?["id"] == request["id"])
    let second = bench.post(peer, "tool/echo")
    try bench.respond(plugin, to: request, "1")
    bench.send(plugin, #"{"jsonrpc":"2.0","id":"nobody","result":1}"#)
    bench.send(plugin, #"{"jsonrpc":"2.0","id":1,"result":1}"#)
    #expect(bench.pending(at: peer).isEmpty)
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), "2")
    #expect(try bench.answer(to: second, at: peer)["result"]?.integer == 2)
    let counters = try bench.request(peer, "host/status")["result"]?["counters"]
    #expect(counters?["lateAnswers"]?.integer == 3)
  }

  @Test(
    "FC-058: a cancel goes to the plugin, whose answer counts; foreign and odd ones are ignored")
  func cancelling() throws {
    var (bench, peer, plugin) = try ready()
    let id = bench.post(peer, "tool/slow")
    let request = try bench.message("tool/slow", at: plugin)
    for params in [#"{"id":"\#(id)"}"#, #"{"id":77}"#, "{}", "[]", #"{"id":null}"#, #"{"id":{}}"#] {
      bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":\#(params)}"#)
    }
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#)
    #expect(bench.pending(at: plugin).isEmpty && bench.pending(at: peer).isEmpty)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    #expect(try bench.message("$/cancelRequest", at: plugin)["params"]?["id"] == request["id"])
    try bench.respond(plugin, to: request, #""in time""#)
    #expect(try bench.answer(to: id, at: peer)["result"]?.string == "in time")
  }

  @Test func aCancelThatThePluginIgnoresIsAnsweredByTheHost() throws {
    var (bench, peer, plugin) = try ready()
    let id = bench.post(peer, "tool/slow")
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    bench.advance(by: .milliseconds(999))
    #expect(bench.pending(at: peer).isEmpty)
    bench.advance(by: .milliseconds(1))
    #expect(try bench.answer(to: id, at: peer).errorCode == -32800)
    _ = plugin
  }

  @Test("FC-057: a call that waits for the start is cancelled at once and never sent")
  func waitingCallsAreCancelledAtOnce() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    let first = bench.post(peer, "tool/slow")
    let second = bench.post(peer, "tool/echo")
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(first)}}"#)
    #expect(try bench.answer(to: first, at: peer).errorCode == -32800)
    let plugin = try bench.start()
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), "1")
    #expect(try bench.answer(to: second, at: peer)["result"]?.integer == 1)
    #expect(bench.pending(at: plugin).isEmpty)
  }

  @Test func theBudgetOfACallIncludesTheStart() throws {
    var bench = HostBench()
    bench.discover(Manifests.tool)
    let peer = try bench.session()
    let id = bench.post(peer, "tool/slow")
    bench.advance(by: .seconds(9))
    let answer = try bench.answer(to: id, at: peer)
    #expect(answer.errorCode == -32003)
    #expect(answer["error"]?["data"]?["plugin"]?.string == "tool")
  }

  @Test func aRequestLowersItsOwnDeadlineAndNeverRaisesIt() throws {
    for (meta, limit) in [(#"{"deadlineMs":100}"#, 100), (#"{"deadlineMs":99999}"#, 9000)] {
      var (bench, peer, _) = try ready()
      let id = bench.post(peer, "tool/slow", #"{"_meta":\#(meta)}"#)
      bench.advance(by: .milliseconds(limit - 1))
      #expect(bench.pending(at: peer).isEmpty)
      bench.advance(by: .milliseconds(1))
      #expect(try bench.answer(to: id, at: peer).errorCode == -32003)
    }
  }

  @Test func tokensAreExchangedAndBack() throws {
    var (bench, peer, plugin) = try ready()
    let other = try bench.session()
    let params = #"{"a":1,"partialResultToken":"t","workDoneToken":7,"b":2}"#
    let id = bench.post(peer, "tool/slow", params)
    _ = bench.post(other, "tool/slow", params)
    let request = try bench.message("tool/slow", at: plugin)
    let second = try bench.message("tool/slow", at: plugin)
    let token = try #require(request["params"]?["partialResultToken"])
    #expect(token != second["params"]?["partialResultToken"], "two front ends, one token each")
    #expect(request["params"]?["a"]?.integer == 1 && request["params"]?["b"]?.integer == 2)
    bench.send(
      plugin,
      #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":\#(token.serialized()),"value":{"items":[1]}}}"#
    )
    let progress = try bench.message("$/progress", at: peer)
    #expect(progress["params"]?["token"]?.string == "t")
    #expect(progress["params"]?["value"]?["items"]?[0]?.integer == 1)
    let work = try #require(request["params"]?["workDoneToken"])
    bench.send(
      plugin,
      #"{"jsonrpc":"2.0","method":"$/progress","params":{"value":{"kind":"begin"},"token":\#(work.serialized())}}"#
    )
    #expect(try bench.message("$/progress", at: peer)["params"]?["token"]?.integer == 7)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/credit","params":{"token":"t","count":5}}"#)
    let credit = try bench.message("$/credit", at: plugin)
    #expect(credit["params"]?["token"] == token && credit["params"]?["count"]?.integer == 5)
    try bench.respond(plugin, to: request, "{}")
    _ = try bench.answer(to: id, at: peer)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/credit","params":{"token":"t","count":5}}"#)
    #expect(bench.pending(at: plugin).isEmpty, "the token ended with its request")
    #expect(bench.pending(at: other).isEmpty)
  }

  @Test func notificationsGoToAPluginThatRuns() throws {
    var (bench, peer, plugin) = try ready()
    bench.send(peer, #"{"jsonrpc":"2.0","method":"tool/echo","params":{"x":1}}"#)
    let notification = try bench.message("tool/echo", at: plugin)
    #expect(notification["id"] == nil && notification["params"]?["x"]?.integer == 1)
  }

  @Test func topicsGoToThoseWhoSubscribed() throws {
    var (bench, peer, plugin) = try ready()
    let other = try bench.session()
    _ = try bench.request(peer, "host/subscribe", #"{"topics":["tool/news"]}"#)
    bench.send(plugin, #"{"jsonrpc":"2.0","method":"tool/news","params":{"x":1}}"#)
    bench.send(plugin, #"{"jsonrpc":"2.0","method":"other/news","params":{"x":2}}"#)
    bench.send(plugin, #"{"jsonrpc":"2.0","method":"tool/unlisted","params":{"x":3}}"#)
    #expect(try bench.message("tool/news", at: peer)["params"]?["x"]?.integer == 1)
    #expect(bench.pending(at: other).isEmpty && bench.pending(at: peer).isEmpty)
    for topic in ["tool/unlisted", "other/news", "nonsense", "autocomplete/didChange"] {
      #expect(
        try bench.request(peer, "host/subscribe", #"{"topics":["\#(topic)"]}"#).errorCode == -32004)
    }
    _ = try bench.request(peer, "host/unsubscribe", #"{"topics":["tool/news"]}"#)
    bench.send(plugin, #"{"jsonrpc":"2.0","method":"tool/news"}"#)
    #expect(bench.pending(at: peer).isEmpty)
  }

  @Test func aPluginCallsAnotherPlugin() throws {
    var (bench, peer, plugin) = try ready()
    bench.discover(Manifests.counter)
    bench.send(plugin, #"{"jsonrpc":"2.0","id":"q","method":"counter/next"}"#)
    let other = try bench.start()
    try bench.respond(other, to: bench.message("counter/next", at: other), "3")
    #expect(try bench.next(at: plugin)["result"]?.integer == 3)
    #expect(bench.pending(at: peer).isEmpty)
  }

  @Test("FC-030: a plugin's unknown request is answered")
  func unknownRequestsOfPlugins() throws {
    var (bench, _, plugin) = try ready()
    bench.send(plugin, #"{"jsonrpc":"2.0","id":"p1","method":"host/unknown"}"#)
    let answer = try bench.next(at: plugin)
    #expect(answer["id"]?.string == "p1" && answer.errorCode == -32601)
    bench.send(plugin, #"{"jsonrpc":"2.0","id":"p2","method":"host/stop"}"#)
    #expect(
      try bench.next(at: plugin).errorCode == -32601, "what front ends may ask, plugins may not")
  }

  @Test("FC-031: a bad answer whose id can be read fails that call at once")
  func malformedAnswersFailTheirCall() throws {
    for text in [
      #""result":{"score":NaN}}"#, #""jsonrpc":"1.0","result":1}"#, #""error":"no"}"#,
      #""result":1,"error":{"code":1,"message":"m"}}"#,
    ] {
      var (bench, peer, plugin) = try ready()
      let id = bench.post(peer, "tool/echo")
      let request = try bench.message("tool/echo", at: plugin)
      bench.send(plugin, #"{"id":\#(request["id"]?.serialized() ?? ""),\#(text)"#)
      let answer = try bench.answer(to: id, at: peer)
      #expect(answer.errorCode == -32008, "\(text)")
      #expect(answer["error"]?["data"]?["plugin"]?.string == "tool")
    }
  }

  @Test("FC-040: plugins with equal ids get each their own answer")
  func equalIDsOfPlugins() throws {
    var (bench, _, plugin) = try ready()
    bench.discover(Manifests.counter)
    bench.send(plugin, #"{"jsonrpc":"2.0","id":1,"method":"counter/next"}"#)
    let other = try bench.start()
    bench.send(other, #"{"jsonrpc":"2.0","id":1,"method":"tool/echo"}"#)
    try bench.respond(other, to: bench.message("counter/next", at: other), #""for tool""#)
    try bench.respond(plugin, to: bench.message("tool/echo", at: plugin), #""for counter""#)
    #expect(try bench.answer(to: 1, at: plugin)["result"]?.string == "for tool")
    #expect(try bench.answer(to: 1, at: other)["result"]?.string == "for counter")
  }
}
