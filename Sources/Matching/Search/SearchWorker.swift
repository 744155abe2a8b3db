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
  private let screening = Screening()
  /// The words of all segments, one behind the other; empty if survivors are not kept.
  private var survivors: [UInt64]
  private let wordOffsets: [Int]
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
    wordOffsets = keepsSurvivors ? snapshot.wordOffsets : []
    survivors = Array(repeating: 0, count: wordOffsets.last ?? 0)
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
      for first in stride(
        from: unit.words.lowerBound, to: unit.words.upperBound, by: Screening.words)
      {
        let words = first..<min(first + Screening.words, unit.words.upperBound)
        guard want(words, of: part, narrowed) else { continue }
        searchBlock(columns, part.segment, number: unit.segment, words, floor: floor)
      }
    }
    if !isCancelled { finishedUnits += 1 }
  }

  /// Notes which candidates of a block are to be looked at; returns whether there are any.
  private func want(_ words: Range<Int>, of part: Snapshot.Part, _ narrowed: BitSet?) -> Bool {
    var all: UInt64 = 0
    for index in 0..<Screening.words {
      let word = words.lowerBound + index
      var wanted = word < words.upperBound ? part.segment.valid(inWord: word) : 0
      if wanted != 0, let alive = part.alive { wanted &= alive.words[word] }
      if wanted != 0, let narrowed { wanted &= narrowed.words[word] }
      screening.wanted[index] = wanted
      all |= wanted
    }
    return all != 0
  }

  /// Searches the wanted candidates of a block.
  private mutating func searchBlock(
    _ columns: SegmentColumns, _ segment: Segment, number: Int, _ words: Range<Int>, floor: Int
  ) {
    let covered = max(0, min(Screening.words, segment.planes.covered / 64 - words.lowerBound))
    if covered > 0 {
      let threshold = threshold(inSegment: number, floor: floor)
      sieve.screen(columns, from: words.lowerBound * 64, threshold: threshold, screening)
    }
    screening.leaveOpen(from: covered)
    for (index, word) in words.enumerated() {
      var found = screening.results.sure[index]
      let (open, possible) = (screening.results.open[index], screening.results.possible[index])
      if open | possible != 0 {
        found |= search(
          columns, segment: number, word: word, open: open, possible: possible, floor: floor)
      }
      total += found.nonzeroBitCount
      if keepsSurvivors { survivors[wordOffsets[number] + word] = found }
    }
  }

  /// Searches 64 candidates, and returns those that match.
  private mutating func search(
    _ columns: SegmentColumns, segment: Int, word: Int, open: UInt64, possible: UInt64, floor: Int
  ) -> UInt64 {
    let threshold = threshold(inSegment: segment, floor: floor)
    let verdict = sieve.sift(
      columns, from: word * 64, open: open, possible: possible, threshold: threshold)
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
    if keepsSurvivors {
      for segment in found.survivors.indices {
        for word in found.survivors[segment].indices {
          found.survivors[segment][word] |= survivors[wordOffsets[segment] + word]
        }
      }
    }
  }
}

extension Snapshot {
  /// Where the words of 64 bits of each segment begin if they lie one behind the other, and their end.
  fileprivate var wordOffsets: [Int] {
    parts.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1.segment.count + 63) / 64) }
  }
}
