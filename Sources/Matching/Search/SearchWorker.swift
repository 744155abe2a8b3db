/// One thread's part of a search: its memory and its findings.
struct SearchWorker: ~Copyable {
  private let query: Query
  private let mask: LetterMask
  private var scorer: Scorer
  private var top: TopMatches
  private var total = 0
  private var finishedUnits = 0
  private var survivors: [(unit: SearchUnit, words: [UInt64])] = []

  init(_ query: Query, limit: Int) {
    self.query = query
    scorer = Scorer(query)
    top = TopMatches(limit: limit)
    var mask = LetterMask()
    for symbol in query.sought { mask.insert(symbol.byte) }
    self.mask = mask
  }

  /// Searches a unit.
  mutating func search(_ unit: SearchUnit, of snapshot: Snapshot, within narrowing: Survivors?) {
    let part = snapshot.parts[unit.segment]
    let narrowed = narrowing?.places(in: part.segment, at: unit.segment)
    var words = [UInt64](repeating: 0, count: (unit.places.count + 63) / 64)
    for place in unit.places {
      guard part.alive?[place] ?? true, narrowed?[place] ?? true else { continue }
      guard part.segment.masks[place].contains(mask) else { continue }
      guard let score = score(place, of: part.segment) else { continue }
      let offset = place - unit.places.lowerBound
      words[offset >> 6] |= 1 << UInt64(offset & 63)
      total += 1
      let id = CandidateID(segment: UInt32(unit.segment), row: part.segment.rows[place])
      top.insert(Match(candidate: id, score: score))
    }
    survivors.append((unit, words))
    finishedUnits += 1
  }

  /// Adds what was found to the other threads' findings.
  func merge(into found: inout Search.Found, keepsSurvivors: Bool) {
    for match in top.unsorted { found.top.insert(match) }
    found.total += total
    found.finishedUnits += finishedUnits
    guard keepsSurvivors else { return }
    for (unit, words) in survivors {
      let start = unit.places.lowerBound / 64
      found.survivors[unit.segment].replaceSubrange(start..<start + words.count, with: words)
    }
  }

  private mutating func score(_ place: Int, of segment: Segment) -> Int? {
    if query.isEmpty { return 0 }
    let weight = segment.weights.isEmpty ? 0 : segment.weights[place]
    return segment.bytes.withUnsafeBufferPointer { bytes in
      segment.originals.withUnsafeBytes { originals in
        let range = segment.originalRange(ofPlace: place)
        return scorer.score(
          UnsafeBufferPointer(rebasing: bytes[segment.byteRange(ofPlace: place)]),
          original: range.isEmpty ? nil : UnsafeRawBufferPointer(rebasing: originals[range]),
          weight: weight)
      }
    }
  }
}
