import Testing

@testable import Matching

/// Texts long enough that their index has every kind of plane: borders of words among them.
@Suite("On lists of long texts")
struct LongTextTests {
  private static let words = [
    "usr", "lib", "share", "python", "Config", "readMe", "a", "s", "doc2", "local", "licenses", "x",
    "main", "MAINframe", "site-packages",
  ]
  private static let separators = ["/", "/", "-", "_", " ", ".", ""]

  /// Rows of a segment: a block is judged by what the blocks before it have left to beat, so there
  /// must be several.
  private static let rows = 70

  private static func id(_ number: Int) -> CandidateID {
    CandidateID(segment: UInt32(number / rows), row: UInt32(number % rows))
  }

  static func text(using generator: inout SeededGenerator) -> String {
    var text = generator.chance(80) ? "/" : ""
    while text.count < 80 {
      text += generator.pick(words) + generator.pick(separators)
      if generator.chance(1) { text += "đường" }
    }
    return text
  }

  /// Letters of a text in their order, near each other as a rule: what somebody types.
  static func query(for text: String, using generator: inout SeededGenerator) -> String {
    let letters = Array(text)
    var place = Int.random(in: 0..<letters.count, using: &generator)
    var query = ""
    for _ in 0..<Int.random(in: 1...7, using: &generator) where place < letters.count {
      query.append(letters[place])
      place += generator.chance(70) ? 1 : Int.random(in: 2...9, using: &generator)
    }
    return generator.chance(20) ? query.lowercased() : query
  }

  @Test("Matches, scores, order and number are the oracle's", arguments: 0..<24)
  func sameAsOracle(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let list = (0..<5 * Self.rows).map { _ in
      (
        text: Self.text(using: &generator),
        weight: seed % 3 == 0 ? Int.random(in: 0...255, using: &generator) : 0
      )
    }
    var snapshot = Snapshot()
    for start in stride(from: 0, to: list.count, by: Self.rows) {
      var builder = SegmentBuilder()
      for (text, weight) in list[start..<start + Self.rows] {
        builder.append(text, weight: weight)
      }
      snapshot.append(builder.finish())
    }
    #expect(snapshot.parts.contains { $0.segment.planes.hasBorders })
    for _ in 0..<8 {
      let text = Self.query(for: generator.pick(list).text, using: &generator)
      let mode = generator.pick([MatchOptions.Mode.fuzzy, .fuzzy, .fuzzy, .contains])
      let query = Query(text, options: MatchOptions(mode: mode))
      let oracle = Oracle(query)
      let expected = list.enumerated().compactMap { row, candidate in
        oracle.score(candidate.text, weight: candidate.weight).map {
          Match(candidate: Self.id(row), score: $0)
        }
      }.sorted(by: >)
      for limit in [0, 1, 5, 40] {
        let result = try #require(Matcher.search(snapshot, for: query, limit: limit))
        #expect(result.total == expected.count, "\(text.debugDescription) \(mode)")
        #expect(result.matches == Array(expected.prefix(limit)), "\(text.debugDescription) \(mode)")
      }
    }
  }
}
