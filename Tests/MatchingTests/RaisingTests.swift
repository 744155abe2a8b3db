import Testing

@testable import Matching

/// Learned use raises weights: the result is what a search with these weights finds.
@Suite("Learned use")
struct RaisingTests {
  @Test("Raised results are those of an index with these weights", arguments: 0..<40)
  func sameAsOracle(seed: UInt64) throws {
    var scene = Scene(seed: seed)
    for _ in 0..<8 {
      let query = scene.query()
      guard query.options.mode == .fuzzy || query.options.mode == .contains else { continue }
      let chosen = scene.texts.keys.sorted().filter { _ in scene.generator.chance(10) }
      let boosts = chosen.map { (candidate: $0, boost: 10 + Int($0.row) % 120) }
      var raised = scene
      for (candidate, boost) in boosts {
        guard let weight = scene.texts[candidate]?.weight, !query.isEmpty else { continue }
        raised.texts[candidate]?.weight = min(255, weight + boost)
      }
      let expected = raised.expected(query)
      for limit in [1, 5, 1000] {
        let plain = try #require(Matcher.search(scene.snapshot, for: query, limit: limit))
        let result = plain.raising(boosts, in: scene.snapshot, for: query, limit: limit)
        #expect(result.matches == Array(expected.prefix(limit)), "\(query.text.debugDescription)")
        #expect(result.total == expected.count)
      }
    }
  }

  @Test("Use decides between equals and never against a better kind of match")
  func nearTies() throws {
    let texts = ["config reader", "config writer", "confident", "con fig", "scone fig"]
    let list = snapshot(of: texts)
    func ranked(_ query: String, chosen: Int) throws -> [String] {
      let query = Query(query)
      let result = try #require(Matcher.search(list, for: query, limit: 9))
      let boosts = [(candidate: CandidateID(segment: 0, row: UInt32(chosen)), boost: 128)]
      return result.raising(boosts, in: list, for: query, limit: 9).matches.map {
        texts[Int($0.candidate.row)]
      }
    }
    #expect(try ranked("config", chosen: 1).first == "config writer")
    #expect(try ranked("config", chosen: 0).first == "config reader")
    #expect(try ranked("config", chosen: 4).first == "config reader")
    #expect(try ranked("con fig", chosen: 4).first == "con fig")
  }
}
