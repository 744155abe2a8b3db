import HostCore
import JSON
import Testing

/// Learned use and narrowing, as front ends see them.
@Suite("What a host learns")
struct LearningTests {
  private static let manifest = #"""
    {"name":"words","version":"1.0.0","command":["./words"],
     "implements":["autocomplete/provideDatasource"],
     "provides":{"sources":[{"name":"words","mode":"datasource"}]}}
    """#
  private static let items =
    #"{"items":[{"id":"1","text":"config reader"},{"id":"2","text":"config writer"},"#
    + #"{"id":"3","text":"scone fig"}],"version":1}"#

  /// A field on the items, in a host that learns or does not.
  private func field(
    _ use: LearnedUse?, items: String = Self.items
  ) throws -> (bench: HostBench, peer: Peer) {
    var bench = HostBench(learnedUse: use)
    bench.discover(Self.manifest)
    let peer = try bench.session()
    _ = try bench.request(peer, "autocomplete/attach", #"{"field":"f","sources":["words/words"]}"#)
    let id = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"co","seq":1}"#)
    let words = try bench.start()
    let call = try bench.message("autocomplete/provideDatasource", at: words)
    try bench.respond(words, to: call, items)
    _ = try bench.answer(to: id, at: peer)
    return (bench, peer)
  }

  private func found(_ text: String, _ bench: inout HostBench, _ peer: Peer) throws -> [String] {
    let result = try bench.request(
      peer, "autocomplete/change", #"{"field":"f","text":"\#(text)","seq":2,"limit":50}"#)
    let matches = result["result"]?["matches"]
    return (0..<(matches?.count ?? 0)).compactMap { matches?[$0]?["id"]?.string }
  }

  private func choose(_ id: String, _ bench: inout HostBench, _ peer: Peer) throws {
    _ = try bench.request(
      peer, "autocomplete/return", #"{"field":"f","item":{"source":"words/words","id":"\#(id)"}}"#)
  }

  @Test("The item that was chosen comes before its equals, also in the next host")
  func chosenComesFirst() throws {
    var (bench, peer) = try field(LearnedUse())
    #expect(try found("config", &bench, peer) == ["1", "2", "3"])
    try choose("2", &bench, peer)
    #expect(try found("config", &bench, peer) == ["2", "1", "3"])
    #expect(bench.learnedUse.isEmpty)
    bench.advance(by: .seconds(10))
    #expect(bench.learnedUse.count == 1)
    let kept = try #require(bench.learnedUse.first)
    (bench, peer) = try field(LearnedUse(text: kept))
    #expect(try found("config", &bench, peer) == ["2", "1", "3"])
  }

  @Test("Use never beats a better kind of match")
  func neverAClass() throws {
    var (bench, peer) = try field(LearnedUse())
    _ = try found("con", &bench, peer)
    for _ in 0..<20 {
      #expect(try found("config", &bench, peer).last == "3")
      try choose("3", &bench, peer)
    }
    #expect(try found("config", &bench, peer).first == "1")
  }

  @Test("A host that is not to learn keeps nothing")
  func off() throws {
    var (bench, peer) = try field(nil)
    _ = try found("config", &bench, peer)
    try choose("2", &bench, peer)
    #expect(try found("config", &bench, peer) == ["1", "2", "3"])
    bench.advance(by: .seconds(20))
    #expect(bench.learnedUse.isEmpty)
  }

  @Test("What was learned is kept when the host ends")
  func keptAtTheEnd() throws {
    var (bench, peer) = try field(LearnedUse())
    _ = try found("config", &bench, peer)
    try choose("2", &bench, peer)
    bench.handle(.stopRequested)
    bench.advance(by: .seconds(60))
    #expect(bench.learnedUse.count == 1)
  }

  @Test("Typed letter by letter, a field finds what a query finds")
  func narrowing() throws {
    let texts = (0..<300).map { "item \($0 % 7) of \($0 % 13) and \($0)" }
    let items = texts.enumerated().map { #"{"id":"\#($0)","text":"\#($1)"}"# }
    var (bench, peer) = try field(nil, items: "{\"items\":[\(items.joined(separator: ","))]}")
    var text = ""
    for letter in "item3of5an21" {
      text.append(letter)
      let query = try bench.request(
        peer, "autocomplete/query", #"{"sources":["words/words"],"text":"\#(text)","limit":50}"#)
      let matches = query["result"]?["matches"]
      let expected = (0..<(matches?.count ?? 0)).compactMap { matches?[$0]?["id"]?.string }
      #expect(try found(text, &bench, peer) == expected)
    }
  }
}
