import Testing

@testable import Matching

@Suite("Against an oracle")
struct FuzzTests {
  /// A random list with a random history: segments, weights, removals.
  struct Scene {
    var snapshot = Snapshot()
    var texts: [CandidateID: (text: String, weight: Int)] = [:]
    var generator: SeededGenerator
    let isASCII: Bool

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      isASCII = seed % 2 == 0
      for segment in 0..<Int.random(in: 1...3, using: &generator) { addSegment(UInt32(segment)) }
      for id in texts.keys.sorted() where generator.chance(10) {
        snapshot.remove(id)
        texts[id] = nil
      }
    }

    private mutating func addSegment(_ segment: UInt32) {
      var builder = SegmentBuilder()
      for row in 0..<Int.random(in: 0...150, using: &generator) {
        let text = RandomTexts.text(using: &generator, isASCII: isASCII)
        let weight = generator.chance(20) ? Int.random(in: 0...255, using: &generator) : 0
        builder.append(text, weight: weight)
        texts[CandidateID(segment: segment, row: UInt32(row))] = (text, weight)
      }
      snapshot.append(builder.finish())
    }

    mutating func query() -> Query {
      Query(
        RandomTexts.query(using: &generator, isASCII: isASCII && generator.chance(90)),
        options: RandomTexts.options(using: &generator))
    }

    /// What the oracle says, best first.
    func expected(_ query: Query) -> [Match] {
      let oracle = Oracle(query)
      return texts.compactMap { id, candidate in
        oracle.score(candidate.text, weight: candidate.weight).map {
          Match(candidate: id, score: $0)
        }
      }.sorted(by: >)
    }
  }

  @Test("The matches, their scores, their order and their number are the oracle's", arguments: 0..<300)
  func sameAsOracle(seed: UInt64) throws {
    var scene = Scene(seed: seed)
    for _ in 0..<10 {
      let query = scene.query()
      let expected = scene.expected(query)
      for limit in [0, 1, 7, 1000] {
        let result = try #require(Matcher.search(scene.snapshot, for: query, limit: limit))
        #expect(result.total == expected.count, "\(query.text.debugDescription) \(query.options)")
        #expect(
          result.matches == Array(expected.prefix(limit)),
          "\(query.text.debugDescription) \(query.options)")
      }
    }
  }
}
