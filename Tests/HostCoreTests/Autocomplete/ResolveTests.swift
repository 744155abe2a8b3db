import HostCore
import JSON
import Testing

/// `autocomplete/resolve`: what a plugin knows about an item beyond what it gave before.
@Suite struct ResolveTests {
  private static let manifest = #"""
    {"name":"words","version":"1.0.0","command":["./words"],
     "implements":["autocomplete/query","autocomplete/resolve"],
     "provides":{"sources":[{"name":"words","mode":"query"}]}}
    """#

  /// A field that shows two items of a source that the host keeps nothing of.
  private func shown() throws -> (bench: HostBench, peer: Peer, words: Peer) {
    var bench = HostBench()
    bench.discover(Self.manifest)
    let peer = try bench.session()
    _ = try bench.request(peer, "autocomplete/attach", #"{"field":"f","sources":["words/words"]}"#)
    let id = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"la","seq":1}"#)
    let words = try bench.start()
    let query = try bench.message("autocomplete/query", at: words)
    try bench.respond(
      words, to: query,
      #"{"items":[{"id":"1","text":"late","data":{"x":1.0}},{"id":"2","text":"latch"}]}"#)
    _ = try bench.answer(to: id, at: peer)
    return (bench, peer, words)
  }

  private static let request = #"{"field":"f","item":{"source":"words/words","id":"1"}}"#

  @Test func theAnswerGoesToWhoAsked() throws {
    var (bench, peer, words) = try shown()
    let id = bench.post(peer, "autocomplete/resolve", Self.request)
    let call = try bench.message("autocomplete/resolve", at: words)
    #expect(call["params"]?["source"]?.string == "words")
    #expect(call["params"]?["item"]?.string == "1")
    #expect(call["params"]?["data"]?.serialized() == #"{"x":1.0}"#)
    try bench.respond(
      words, to: call,
      #"{"item":{"id":"1","text":"late","subtitle":"adverb"},"documentation":"**not** early\u0000"}"#
    )
    let result = try bench.answer(to: id, at: peer)["result"]
    #expect(result?["item"]?["subtitle"]?.string == "adverb")
    #expect(result?["item"]?["source"]?.string == "words/words")
    #expect(result?["documentation"]?.string == "**not** early\u{FFFD}")
  }

  @Test(
    "an answer that says nothing new leaves the item as it was",
    arguments: ["{}", "null", #"{"item":null}"#, #"{"item":{"id":"7","text":"other"}}"#, "[]"])
  func nothingNew(result: String) throws {
    var (bench, peer, words) = try shown()
    let id = bench.post(peer, "autocomplete/resolve", Self.request)
    try bench.respond(words, to: try bench.message("autocomplete/resolve", at: words), result)
    let answer = try bench.answer(to: id, at: peer)["result"]
    #expect(answer?["item"]?["text"]?.string == "late")
    #expect(answer?["documentation"] == nil)
  }

  @Test func aPluginThatDoesNotImplementItIsNotAsked() throws {
    var bench = HostBench()
    bench.discover(Manifests.dictionary)
    let peer = try bench.session()
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"f","sources":["dictionary/words"]}"#)
    let change = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"la","seq":1}"#)
    let plugin = try bench.start()
    let query = try bench.message("autocomplete/query", at: plugin)
    try bench.respond(plugin, to: query, #"{"items":[{"id":"1","text":"late"}]}"#)
    _ = try bench.answer(to: change, at: peer)
    let result = try bench.request(
      peer, "autocomplete/resolve", #"{"field":"f","item":{"source":"dictionary/words","id":"1"}}"#)
    #expect(result["result"]?["item"]?["text"]?.string == "late")
    #expect(bench.messages(at: plugin).isEmpty)
  }

  @Test func errorsDeadlinesAndCancelsAreAnswered() throws {
    var (bench, peer, words) = try shown()
    let first = bench.post(peer, "autocomplete/resolve", Self.request)
    try bench.fail(
      words, try bench.message("autocomplete/resolve", at: words), #"{"code":7,"message":"no"}"#)
    #expect(try bench.answer(to: first, at: peer).errorCode == 7)
    let second = bench.post(peer, "autocomplete/resolve", Self.request)
    bench.advance(by: .seconds(6))
    #expect(try bench.answer(to: second, at: peer).errorCode == -32003)
    let third = bench.post(peer, "autocomplete/resolve", Self.request)
    bench.forget(words)
    bench.send(peer, #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(third)}}"#)
    _ = try bench.message("$/cancelRequest", at: words)
    bench.advance(by: .seconds(6))
    #expect(try bench.answer(to: third, at: peer).errorCode == -32800)
    let fourth = bench.post(peer, "autocomplete/resolve", Self.request)
    try bench.respond(
      words, to: try bench.message("autocomplete/resolve", at: words), #"{"item":{"id":1}}"#)
    #expect(try bench.answer(to: fourth, at: peer).errorCode == -32008)
  }

  @Test(
    "what is not there is -32004",
    arguments: [
      #"{"field":"g","item":{"source":"words/words","id":"1"}}"#,
      #"{"field":"f","item":{"source":"words/other","id":"1"}}"#,
      #"{"field":"f","item":{"source":"words/words","id":"9"}}"#,
    ])
  func unknown(params: String) throws {
    var (bench, peer, _) = try shown()
    #expect(try bench.request(peer, "autocomplete/resolve", params).errorCode == -32004)
  }

  @Test func anItemOfAQueriedSourceCanBeReturned() throws {
    var (bench, peer, _) = try shown()
    let result = try bench.request(
      peer, "autocomplete/return", #"{"field":"f","item":{"source":"words/words","id":"2"}}"#)
    #expect(result["result"]?["selection"]?.string == "latch")
    #expect(result["result"]?["item"]?["id"]?.string == "2")
  }
}
