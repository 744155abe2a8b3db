import HostCore
import JSON
import Testing

/// Sources that are asked for each text.
@Suite struct QuerySourceTests {
  private func ready() throws -> (bench: HostBench, peer: Peer, plugin: Peer) {
    var bench = HostBench()
    bench.discover(Manifests.dictionary)
    let peer = try bench.session()
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"dictionary"}"#)
    let plugin = try bench.start()
    for (field, source) in [("f", "words"), ("g", "slow")] {
      _ = try bench.request(
        peer, "autocomplete/attach", #"{"field":"\#(field)","sources":["dictionary/\#(source)"]}"#)
    }
    return (bench, peer, plugin)
  }

  private static let words = #"{"items":[{"id":"1","text":"late"},{"id":"2","text":"latch"}]"#

  @Test func theAnswerIsMatchedAgainUnlessItSaysThatItIsFiltered() throws {
    for (members, texts) in [("", ["latch"]), (#","filtered":true"#, ["late", "latch"])] {
      var (bench, peer, plugin) = try ready()
      let id = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"latc","seq":4}"#)
      let query = try bench.message("autocomplete/query", at: plugin)
      #expect(query["params"]?["text"]?.string == "latc")
      #expect(query["params"]?["seq"]?.integer == 4)
      #expect(query["params"]?["source"]?.string == "words")
      #expect(query["params"]?["_meta"]?["deadlineMs"]?.integer == 5000)
      try bench.respond(plugin, to: query, Self.words + members + "}")
      let result = try bench.answer(to: id, at: peer)["result"]
      #expect(result?["matches"]?.elements.compactMap { $0["text"]?.string } == texts)
      #expect(result?["incomplete"]?.boolean == false)
    }
  }

  @Test func aSourceThatHasMoreMakesTheAnswerIncomplete() throws {
    var (bench, peer, plugin) = try ready()
    let id = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"l","seq":1}"#)
    let query = try bench.message("autocomplete/query", at: plugin)
    try bench.respond(plugin, to: query, Self.words + #","incomplete":true}"#)
    #expect(try bench.answer(to: id, at: peer)["result"]?["incomplete"]?.boolean == true)
  }

  @Test func identicalQuestionsAreAskedOnceAndCancelledByTheLastWhoLeaves() throws {
    var (bench, peer, plugin) = try ready()
    let other = try bench.session()
    let params = #"{"source":"dictionary/words","text":"la","limit":50}"#
    let first = bench.post(peer, "autocomplete/query", params)
    let second = bench.post(other, "autocomplete/query", params)
    let query = try bench.message("autocomplete/query", at: plugin)
    #expect(bench.pending(at: plugin).isEmpty)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(first)}}"#)
    #expect(try bench.answer(to: first, at: peer).errorCode == -32800)
    #expect(bench.pending(at: plugin).isEmpty, "the other still waits")
    bench.send(other, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(second)}}"#)
    #expect(try bench.message("$/cancelRequest", at: plugin)["params"]?["id"] == query["id"])
  }

  @Test("A-8: the question for the older text is cancelled")
  func supersededQuestionsAreCancelled() throws {
    var (bench, peer, plugin) = try ready()
    let first = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"l","seq":1}"#)
    let query = try bench.message("autocomplete/query", at: plugin)
    let second = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"la","seq":2}"#)
    #expect(try bench.answer(to: first, at: peer).errorCode == -32801)
    #expect(try bench.message("$/cancelRequest", at: plugin)["params"]?["id"] == query["id"])
    try bench.respond(plugin, to: query, Self.words + "}")
    let newer = try bench.message("autocomplete/query", at: plugin)
    try bench.respond(plugin, to: newer, Self.words + "}")
    #expect(try bench.answer(to: second, at: peer)["result"]?["total"]?.integer == 2)
  }

  @Test(
    "what waits on a field is answered when the field goes on without it",
    arguments: [
      ("decline", #"{"field":"f"}"#), ("endEditing", #"{"field":"f"}"#),
      ("detach", #"{"field":"f"}"#), ("attach", #"{"field":"f","sources":["dictionary/words"]}"#),
    ])
  func pendingRequestsOfFields(method: String, params: String) throws {
    var (bench, peer, plugin) = try ready()
    let change = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"Jo","seq":1}"#)
    let returned = bench.post(peer, "autocomplete/return", #"{"field":"f"}"#)
    _ = try bench.message("autocomplete/query", at: plugin)
    #expect(try bench.request(peer, "autocomplete/\(method)", params)["result"] != nil)
    #expect(try bench.answer(to: change, at: peer).errorCode == -32801)
    #expect(try bench.answer(to: returned, at: peer).errorCode == -32801)
    let depth = try bench.request(peer, "host/status")["result"]?["queues"]?[0]
    #expect(depth?["requestsInFlight"]?.integer == 1, "only this one")
  }

  @Test func aTextMustStandStillBeforeTheSourceIsAsked() throws {
    var (bench, peer, plugin) = try ready()
    for (seq, text) in ["l", "la", "lat"].enumerated() {
      _ = bench.post(
        peer, "autocomplete/change", #"{"field":"g","text":"\#(text)","seq":\#(seq)}"#)
      bench.advance(by: .milliseconds(60))
    }
    #expect(bench.pending(at: plugin).isEmpty)
    bench.advance(by: .milliseconds(40))
    #expect(try bench.message("autocomplete/query", at: plugin)["params"]?["text"]?.string == "lat")
    #expect(bench.pending(at: plugin).isEmpty)
  }

  @Test func aFieldMayGiveItsSourcesLessTime() throws {
    var (bench, peer, plugin) = try ready()
    _ = try bench.request(
      peer, "autocomplete/attach",
      #"{"field":"h","sources":["dictionary/words"],"options":{"deadlineMs":200}}"#)
    let id = bench.post(peer, "autocomplete/change", #"{"field":"h","text":"l","seq":1}"#)
    _ = try bench.message("autocomplete/query", at: plugin)
    bench.advance(by: .milliseconds(50))
    #expect(try bench.answer(to: id, at: peer)["result"]?["incomplete"]?.boolean == true)
    bench.advance(by: .milliseconds(150))
    let change = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(change?["errors"]?[0]?["code"]?.integer == -32003)
    _ = try bench.message("$/cancelRequest", at: plugin)
  }

  @Test func anErrorAndAnOddAnswerAreErrorsOfTheSource() throws {
    var (bench, peer, plugin) = try ready()
    for (answer, code) in [(#""result":[1]"#, -32008), (#""error":{"code":9,"message":"m"}"#, 9)] {
      let id = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"l","seq":1}"#)
      let query = try bench.message("autocomplete/query", at: plugin)
      bench.send(plugin, #"{"id":\#(query["id"]?.serialized() ?? ""),\#(answer)}"#)
      let result = try bench.answer(to: id, at: peer)["result"]
      #expect(result?["errors"]?[0]?["code"]?.integer == Int64(code))
    }
  }
}
