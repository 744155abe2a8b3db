internal import CMatching

/// One thread's part of a search: its memory and its findings.
struct SearchWorker: ~Copyable {
  private let snapshot: Snapshot
  private let narrowing: Survivors?
  private let limit: Int
  private let sieve: Sieve
  private var scorer: Scorer
  private var top: TopMatches
  private var total = 0
  private var finishedUnits = 0
  private var survivors: [(segment: Int, word: Int, places: UInt64)] = []
  private let keepsSurvivors: Bool
  private let cancellation: Cancellation?

  init(
    _ snapshot: Snapshot, for query: Query, limit: Int, narrowing: Survivors?,
    keepsSurvivors: Bool, cancellation: Cancellation?
  ) {
    self.snapshot = snapshot
    self.narrowing = narrowing
    self.limit = limit
    self.keepsSurvivors = keepsSurvivors
    self.cancellation = cancellation
    sieve = Sieve(query)
    scorer = Scorer(query)
    top = TopMatches(limit: limit)
  }

  /// The score below which nothing can be among the best of all threads; -1 if unknown.
  var thresholdScore: Int { limit == 0 ? .max : top.threshold?.score ?? -1 }

  /// Asked before each candidate that is scored, since long ones take half a millisecond.
  private var isCancelled: Bool { cancellation?.isCancelled == true }

  /// Searches a unit; `floor` is the highest threshold score of the other threads.
  mutating func search(_ unit: SearchUnit, floor: Int) {
    let part = snapshot.parts[unit.segment]
    let narrowed = narrowing?.places(in: part.segment, at: unit.segment)
    SegmentColumns.with(part.segment) { columns in
      for word in unit.words {
        var wanted = part.segment.valid(inWord: word)
        if let alive = part.alive { wanted &= alive.words[word] }
        if let narrowed { wanted &= narrowed.words[word] }
        if wanted == 0 { continue }
        let found = search(columns, segment: unit.segment, word: word, wanted, floor: floor)
        total += found.nonzeroBitCount
        if keepsSurvivors { survivors.append((unit.segment, word, found)) }
      }
    }
    if !isCancelled { finishedUnits += 1 }
  }

  /// Searches 64 candidates, and returns those that match.
  private mutating func search(
    _ columns: SegmentColumns, segment: Int, word: Int, _ wanted: UInt64, floor: Int
  ) -> UInt64 {
    let threshold = threshold(inSegment: segment, floor: floor)
    let verdict = sieve.sift(columns, from: word * 64, wanted: wanted, threshold: threshold)
    var found = sieve.isLossy ? matching(verdict.settled, word, columns) : verdict.settled
    for bit in Bits(verdict.open) where !isCancelled {
      let place = word * 64 + bit
      let score = scorer.score(
        columns.bytes(ofPlace: place), original: columns.original(ofPlace: place),
        weight: columns.weight(ofPlace: place))
      if let score {
        found |= 1 << UInt64(bit)
        let id = CandidateID(segment: UInt32(segment), row: columns.row(ofPlace: place))
        top.insert(Match(candidate: id, score: score))
      }
    }
    return found
  }

  /// Those of some candidates that do match.
  private mutating func matching(
    _ settled: UInt64, _ word: Int, _ columns: SegmentColumns
  ) -> UInt64 {
    var found: UInt64 = 0
    for bit in Bits(settled) where !isCancelled {
      let place = word * 64 + bit
      let matches = scorer.matches(
        columns.bytes(ofPlace: place), original: columns.original(ofPlace: place))
      if matches { found |= 1 << UInt64(bit) }
    }
    return found
  }

  /// What a candidate of a segment must exceed: a higher score, or an earlier row with the same.
  private func threshold(inSegment segment: Int, floor: Int) -> cmatching_threshold {
    let score = thresholdScore
    guard let worst = top.threshold, score >= floor else {
      return cmatching_threshold(score: Int64(max(score, floor)), row: .max)
    }
    let row: UInt32 =
      switch Int(worst.candidate.segment) {
      case segment: worst.candidate.row
      case ..<segment: 0
      default: .max
      }
    return cmatching_threshold(score: Int64(score), row: row)
  }

  /// Adds what was found to the other threads' findings.
  func merge(into found: inout Search.Found) {
    for match in top.unsorted { found.top.insert(match) }
    found.total += total
    found.finishedUnits += finishedUnits
    for (segment, word, places) in survivors { found.survivors[segment][word] = places }
  }
}
