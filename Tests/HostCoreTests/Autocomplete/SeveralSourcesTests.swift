import HostCore
import JSON
import Testing

/// Several sources on one field (contracts, section 4, rule 9).
@Suite struct SeveralSourcesTests {
  private static let manifest = #"""
    {"name":"two","version":"1.0.0","command":["./two"],
     "implements":["autocomplete/query"],
     "provides":{"sources":[
      {"name":"plain","mode":"query"},
      {"name":"high","mode":"query","priority":900},
      {"name":"few","mode":"query","maxResults":1}]}}
    """#

  private func attached(
    _ sources: String
  ) throws -> (bench: HostBench, peer: Peer, two: Peer, change: Int) {
    var bench = HostBench()
    bench.discover(Self.manifest)
    let peer = try bench.session()
    _ = try bench.request(peer, "plugin/start", #"{"plugin":"two"}"#)
    let two = try bench.start()
    let names = sources.split(separator: " ").map { #""two/\#($0)""# }.joined(separator: ",")
    _ = try bench.request(peer, "autocomplete/attach", #"{"field":"f","sources":[\#(names)]}"#)
    let change = bench.post(peer, "autocomplete/change", #"{"field":"f","text":"la","seq":1}"#)
    return (bench, peer, two, change)
  }

  private func answer(_ source: String, _ items: String, in bench: inout HostBench, _ two: Peer)
    throws
  {
    let queries = bench.messages(at: two).filter { $0["params"]?["source"]?.string == source }
    let query = try #require(queries.first)
    try bench.respond(two, to: query, #"{"items":[\#(items)]}"#)
  }

  private func ids(_ completions: JSONValue?) -> [String] {
    completions?["matches"]?.elements.compactMap { $0["id"]?.string } ?? []
  }

  @Test("equal scores go by priority, then by the order of the sources, and none is lost")
  func order() throws {
    var (bench, peer, two, change) = try attached("plain high")
    try answer("plain", #"{"id":"p1","text":"lake"},{"id":"p2","text":"la"}"#, in: &bench, two)
    try answer("high", #"{"id":"h1","text":"lake"}"#, in: &bench, two)
    let result = try bench.answer(to: change, at: peer)["result"]
    #expect(ids(result) == ["p2", "h1", "p1"])
  }

  @Test("a source's own maxResults holds where the field says nothing")
  func limits() throws {
    var (bench, peer, two, change) = try attached("few plain")
    try answer("few", #"{"id":"f1","text":"lake"},{"id":"f2","text":"lane"}"#, in: &bench, two)
    try answer("plain", #"{"id":"p1","text":"lamp"},{"id":"p2","text":"land"}"#, in: &bench, two)
    let result = try bench.answer(to: change, at: peer)["result"]
    #expect(ids(result).filter { $0.hasPrefix("f") }.count == 1)
    #expect(ids(result).filter { $0.hasPrefix("p") }.count == 2)
  }

  @Test("late results do not put another item under the finger, unless it is what was typed")
  func lateResults() throws {
    for (late, best) in [("lab", "p1"), ("la", "h1")] {
      var (bench, peer, two, change) = try attached("plain high")
      try answer("plain", #"{"id":"p1","text":"lake"}"#, in: &bench, two)
      bench.advance(by: .milliseconds(60))
      let first = try bench.answer(to: change, at: peer)["result"]
      #expect(first?["best"]?["item"]?["id"]?.string == "p1")
      try answer("high", #"{"id":"h1","text":"\#(late)"}"#, in: &bench, two)
      let told = try bench.message("autocomplete/didChange", at: peer)["params"]
      #expect(told?["best"]?["item"]?["id"]?.string == best)
      #expect(ids(told).first == best)
    }
  }
}
