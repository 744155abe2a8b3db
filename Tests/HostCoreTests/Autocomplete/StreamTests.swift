import HostCore
import JSON
import Testing

/// Answers to questions that come in pieces, with credit (protocol, section 1).
@Suite struct StreamTests {
  private func asked(
    _ text: String = "l"
  ) throws -> (bench: HostBench, peer: Peer, plugin: Peer, query: JSONValue, change: Int) {
    var bench = HostBench()
    bench.discover(Manifests.dictionary)
    let peer = try bench.session()
    _ = try bench.request(
      peer, "autocomplete/attach", #"{"field":"f","sources":["dictionary/words"]}"#)
    let change = bench.post(
      peer, "autocomplete/change", #"{"field":"f","text":"\#(text)","seq":1}"#)
    let plugin = try bench.start()
    return (bench, peer, plugin, try bench.message("autocomplete/query", at: plugin), change)
  }

  private func chunk(_ token: JSONValue?, _ items: String, _ members: String = "") -> String {
    let written = token?.serialized() ?? "null"
    return #"""
      {"jsonrpc":"2.0","method":"$/progress","params":{"token":\#(written),"value":{"items":[\#(items)]\#(members)}}}
      """#
  }

  private func texts(_ completions: JSONValue?) -> [String] {
    completions?["matches"]?.elements.compactMap { $0["text"]?.string } ?? []
  }

  @Test func itemsBeforeTheAnswerAreShownAndItsOwnAreAppended() throws {
    var (bench, peer, plugin, query, change) = try asked()
    let token = query["params"]?["partialResultToken"]
    #expect(query["params"]?["credit"]?.integer == 4096)
    bench.send(plugin, chunk(token, #"{"id":"1","text":"late"},{"id":"2","text":"none"}"#))
    #expect(try bench.message("$/credit", at: plugin)["params"]?["count"]?.integer == 2)
    bench.advance(by: .milliseconds(60))
    let first = try bench.answer(to: change, at: peer)["result"]
    #expect(texts(first) == ["late"])
    #expect(first?["incomplete"]?.boolean == true)
    bench.send(plugin, chunk(token, #"{"id":"3","text":"la"}"#))
    #expect(bench.messages(at: peer).isEmpty, "not more often than a screen can show it")
    bench.advance(by: .milliseconds(50))
    #expect(
      texts(try bench.message("autocomplete/didChange", at: peer)["params"]) == ["late", "la"])
    try bench.respond(plugin, to: query, #"{"items":[{"id":"4","text":"lb"}]}"#)
    let last = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(Set(texts(last)) == ["la", "late", "lb"])
    #expect(last?["incomplete"]?.boolean == false)
  }

  @Test func filteredItemsAreShownAsTheyAre() throws {
    var (bench, peer, plugin, query, change) = try asked()
    let token = query["params"]?["partialResultToken"]
    bench.send(plugin, chunk(token, #"{"id":"1","text":"zebra"}"#, #","filtered":true"#))
    bench.advance(by: .milliseconds(60))
    #expect(texts(try bench.answer(to: change, at: peer)["result"]) == ["zebra"])
    try bench.respond(plugin, to: query, #"{"items":[{"id":"2","text":"ape"}]}"#)
    let last = try bench.message("autocomplete/didChange", at: peer)["params"]
    #expect(texts(last) == ["zebra", "ape"])
  }

  @Test("an item that equals the text is best, wherever its source puts it")
  func exactAmongFiltered() throws {
    var (bench, peer, plugin, query, change) = try asked("sam")
    try bench.respond(
      plugin, to: query,
      #"{"items":[{"id":"1","text":"Samuel"},{"id":"2","text":"Sam"}],"filtered":true}"#)
    let result = try bench.answer(to: change, at: peer)["result"]
    #expect(texts(result) == ["Samuel", "Sam"])
    #expect(result?["best"]?["item"]?["text"]?.string == "Sam")
  }

  @Test("line breaks in an item's data do not reach a peer that counts on lines")
  func dataOnOneLine() throws {
    var (bench, peer, plugin, query, change) = try asked()
    try bench.respond(
      plugin, to: query, "{\"items\":[{\"id\":\"1\",\"text\":\"late\",\"data\":[1,\r2]}]}")
    #expect(try bench.answer(to: change, at: peer)["result"]?["total"]?.integer == 1)
    let texts = bench.texts[peer] ?? []
    #expect(texts.contains { $0.contains(#""data":[1, 2]"#) })
    #expect(!texts.contains { $0.contains("\r") })
  }

  @Test("a stream's time counts from its last items")
  func longStreams() throws {
    var (bench, peer, plugin, query, change) = try asked()
    let token = query["params"]?["partialResultToken"]
    _ = try {
      bench.advance(by: .milliseconds(60)); return try bench.answer(to: change, at: peer)
    }()
    for part in 0..<4 {
      bench.advance(by: .seconds(4))
      bench.send(plugin, chunk(token, #"{"id":"\#(part)","text":"l\#(part)"}"#))
    }
    #expect(!bench.pending(at: plugin).contains { $0.contains("$/cancelRequest") })
  }

  @Test func anAnswerWithoutItemsEndsTheStream() throws {
    var (bench, peer, plugin, query, change) = try asked()
    bench.send(
      plugin, chunk(query["params"]?["partialResultToken"], #"{"id":"1","text":"late"}"#))
    try bench.respond(plugin, to: query, "{}")
    let result = try bench.answer(to: change, at: peer)["result"]
    #expect(texts(result) == ["late"])
    #expect(result?["incomplete"]?.boolean == false)
  }

  @Test("a stream that goes on without end is cut, and gets no more credit")
  func endless() throws {
    var (bench, peer, plugin, query, change) = try asked()
    let token = query["params"]?["partialResultToken"]
    for part in 0..<11 {
      let items = (0..<2000).map { #"{"id":"\#(part).\#($0)","text":"l\#(part).\#($0)"}"# }
      bench.send(plugin, chunk(token, items.joined(separator: ",")))
    }
    let credits = bench.messages(at: plugin).filter { $0["method"]?.string == "$/credit" }
    #expect(credits.count == 10)
    try bench.respond(plugin, to: query, "{}")
    let result = try bench.answer(to: change, at: peer)["result"]
    #expect(result?["total"]?.integer == 20_000)
    #expect(result?["incomplete"]?.boolean == true)
  }

  @Test("chunks for a question that is over, or of another plugin's, are dropped")
  func lateChunks() throws {
    var (bench, peer, plugin, query, change) = try asked()
    _ = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"la","seq":2}"#)
    #expect(try bench.answer(to: change, at: peer).errorCode == -32801)
    bench.forget(plugin)
    bench.send(
      plugin, chunk(query["params"]?["partialResultToken"], #"{"id":"1","text":"late"}"#))
    #expect(bench.messages(at: plugin).isEmpty)
    bench.send(plugin, chunk(try JSONValue.parse(#""q99""#), #"{"id":"1","text":"late"}"#))
    bench.send(plugin, chunk(try JSONValue.parse(#""qx""#), #"{"id":"1","text":"late"}"#))
    #expect(try bench.request(peer, "ping")["result"] != nil)
  }
}
