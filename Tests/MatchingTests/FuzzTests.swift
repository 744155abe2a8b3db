import Testing

@testable import Matching

@Suite("On random lists")
struct FuzzTests {
  @Test("Matches, scores, order and number are the oracle's", arguments: 0..<60)
  func sameAsOracle(seed: UInt64) throws {
    var scene = Scene(seed: seed)
    for _ in 0..<8 {
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

  @Test("Any number of threads finds the same", arguments: 0..<20)
  func sameForAllThreads(seed: UInt64) async throws {
    var scene = Scene(seed: seed, segments: 1...20)
    for _ in 0..<5 {
      let query = scene.query()
      let alone = Matcher.search(scene.snapshot, for: query, limit: 5)
      for threads in [2, 3, 8] {
        let search = Search(scene.snapshot, for: query, limit: 5)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<threads { group.addTask { search.run() } }
        }
        let together = try #require(search.result())
        #expect(together.matches == alone?.matches)
        #expect(together.total == alone?.total)
      }
    }
  }

  @Test(
    "Narrowing letter by letter equals a fresh search, and brings nothing back", arguments: 0..<40)
  func narrowingEqualsFresh(seed: UInt64) throws {
    var scene = Scene(seed: seed)
    let options = RandomTexts.options(using: &scene.generator)
    var text = ""
    var last: SearchResult?
    for _ in 0..<6 {
      let letter = scene.letter()
      text += letter
      if scene.generator.chance(20) { scene.removeSome() }
      if scene.generator.chance(10) { scene.addSegment() }
      let query = Query(text, options: options)
      let fresh = try #require(Matcher.search(scene.snapshot, for: query, limit: 1000))
      let narrowed = try #require(
        Matcher.search(
          scene.snapshot, for: query, limit: 1000, narrowing: last?.survivors,
          keepsSurvivors: true))
      #expect(narrowed.matches == fresh.matches, "\(text.debugDescription) \(options)")
      #expect(narrowed.total == fresh.total)
      last = narrowed
    }
  }

  @Test("Growing a query never brings an item back", arguments: 0..<40)
  func growthIsMonotonic(seed: UInt64) {
    var scene = Scene(seed: seed)
    var options = RandomTexts.options(using: &scene.generator)
    if options.mode == .exact { options.mode = .fuzzy }
    var text = ""
    var matching = Set(scene.texts.keys)
    for _ in 0..<6 {
      text += scene.letter { !$0.unicodeScalars.contains { $0.properties.isEmojiPresentation } }
      // With diacriticSensitive, a mark makes another letter of the last, as in an emoji sequence.
      if options.diacriticSensitive, text.last?.unicodeScalars.count ?? 0 > 1 { return }
      let now = Set(scene.expected(Query(text, options: options)).map(\.candidate))
      #expect(now.isSubset(of: matching), "\(text.debugDescription) \(options)")
      matching = now
    }
  }

  @Test(
    "Ranges are in order, apart, within the text, and on borders of clusters", arguments: 0..<60)
  func rangesAreWellFormed(seed: UInt64) {
    var scene = Scene(seed: seed)
    for _ in 0..<8 {
      let query = scene.query()
      for match in scene.expected(query) {
        guard let text = scene.texts[match.candidate]?.text, !query.isEmpty else { continue }
        let ranges = query.ranges(in: text)
        let bounds = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
        let valid = Set(bounds + [text.utf8.count])
        #expect(!ranges.isEmpty)
        #expect(
          ranges.allSatisfy { valid.contains($0.lowerBound) && valid.contains($0.upperBound) })
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }

  @Test("The traced alignment has the points of the score", arguments: 0..<60)
  func traceIsOptimal(seed: UInt64) throws {
    var scene = Scene(seed: seed)
    for _ in 0..<8 {
      var query = scene.query()
      query = Query(query.text, options: MatchOptions())
      let oracle = Oracle(query)
      for match in scene.expected(query) where !match.isExact && !query.isEmpty {
        guard let candidate = scene.texts[match.candidate] else { continue }
        guard Rank.kind(ofScore: match.score) == .other else { continue }
        let places = try #require(query.trace(candidate.text))
        let score = Rank.score(
          .other,
          fractions: oracle.points(of: places, in: candidate.text)
            + Int32(candidate.weight) * Rank.weightUnit,
          length: Oracle.characters(candidate.text).count)
        #expect(
          score == match.score, "\(query.text.debugDescription) \(candidate.text.debugDescription)")
      }
    }
  }
}

extension Query {
  /// The places of the pattern in the best alignment, spaces left out.
  func trace(_ text: String) -> [Int]? {
    Array(text.utf8).withUnsafeBytes { bytes in
      let folded = FoldedText(bytes)
      var alignment = Alignment()
      let padded = folded.bytes + repeatElement(0, count: Segment.padding)
      return padded.withUnsafeBufferPointer { padded in
        let bytes = UnsafeBufferPointer(rebasing: padded.dropLast(Segment.padding))
        let matched = MatchedText(haystack: Haystack(bytes), source: .symbols(folded))
        return alignment.trace(of: self, in: matched)
      }
    }
  }
}
