@testable import Matching

/// A random list with a random history: segments, weights, removals.
struct Scene {
  var snapshot = Snapshot()
  var texts: [CandidateID: (text: String, weight: Int)] = [:]
  var generator: SeededGenerator
  let isASCII: Bool

  init(seed: UInt64, segments: ClosedRange<Int> = 1...3) {
    generator = SeededGenerator(seed: seed)
    isASCII = seed % 2 == 0
    for _ in 0..<Int.random(in: segments, using: &generator) { addSegment() }
    removeSome()
  }

  mutating func removeSome() {
    for id in texts.keys.sorted() where generator.chance(10) {
      snapshot.remove(id)
      texts[id] = nil
    }
  }

  /// A letter that candidates have, and that `isWanted`.
  mutating func letter(_ isWanted: (String) -> Bool = { _ in true }) -> String {
    while true {
      let letter = generator.pick(isASCII ? RandomTexts.ascii : RandomTexts.any)
      if isWanted(letter) { return letter }
    }
  }

  mutating func addSegment() {
    let segment = UInt32(snapshot.segmentCount)
    var builder = SegmentBuilder()
    // Also more than a block of planes, and less than any.
    let most = generator.chance(8) ? 700 : 150
    for row in 0..<Int.random(in: 0...most, using: &generator) {
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
