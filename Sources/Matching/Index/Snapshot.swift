/// The candidates of a source at one moment: segments, less the candidates that were removed.
///
/// A value: a copy shares the segments, and a search on another thread keeps what it began with.
public struct Snapshot: Sendable {
  private(set) var parts: [Part] = []
  /// How many candidates there are.
  public private(set) var count = 0

  /// A segment and the places in it that still count.
  struct Part: Sendable {
    let segment: Segment
    /// Nil as long as all do.
    private(set) var alive: BitSet?

    init(_ segment: Segment) { self.segment = segment }

    /// How many candidates still count.
    var count: Int {
      alive?.words.reduce(0) { $0 + $1.nonzeroBitCount } ?? segment.count
    }

    mutating func remove(row: Int) {
      if alive == nil { alive = BitSet(filled: segment.count) }
      alive?.remove(Int(segment.places[row]))
    }
  }

  /// Creates a snapshot without candidates.
  public init() {}

  /// Creates a snapshot of segments, in the order of the source.
  public init(_ segments: [Segment]) {
    for segment in segments { append(segment) }
  }

  /// How many segments there are: when many, `compacted()` makes searching faster.
  public var segmentCount: Int { parts.count }

  /// All candidates, in the order of the source.
  public var candidates: some Sequence<CandidateID> {
    parts.indices.lazy.flatMap { segment in
      (0..<parts[segment].segment.count).lazy.map { row in
        CandidateID(segment: UInt32(segment), row: UInt32(row))
      }
    }.filter(contains)
  }

  /// The same candidates in one segment: the `k`th of `candidates` becomes row `k`.
  ///
  /// Work for a worker thread, when additions have left many small segments or removals many gaps.
  public func compacted() -> Snapshot {
    var builder = SegmentBuilder()
    for candidate in candidates {
      let segment = parts[Int(candidate.segment)].segment
      let row = Int(candidate.row)
      segment.withText(ofRow: row) { builder.append($0, weight: segment.weight(ofRow: row)) }
    }
    return Snapshot([builder.finish()])
  }

  /// Adds candidates behind all others; the ids of these stay.
  public mutating func append(_ segment: Segment) {
    parts.append(Part(segment))
    count += segment.count
  }

  /// Adds candidates behind all others.
  public func appending(_ segment: Segment) -> Snapshot {
    var snapshot = self
    snapshot.append(segment)
    return snapshot
  }

  /// Takes a candidate away; returns whether it was there.
  @discardableResult
  public mutating func remove(_ candidate: CandidateID) -> Bool {
    guard contains(candidate) else { return false }
    parts[Int(candidate.segment)].remove(row: Int(candidate.row))
    count -= 1
    return true
  }

  /// The snapshot without a candidate.
  public func removing(_ candidate: CandidateID) -> Snapshot {
    var snapshot = self
    snapshot.remove(candidate)
    return snapshot
  }

  /// Whether the candidate exists and was not removed.
  public func contains(_ candidate: CandidateID) -> Bool {
    guard candidate.segment < parts.count else { return false }
    let part = parts[Int(candidate.segment)]
    guard candidate.row < part.segment.count else { return false }
    return part.alive?[Int(part.segment.places[Int(candidate.row)])] ?? true
  }

  /// The text of a candidate, removed or not; nil if the id is none of this snapshot.
  public func text(of candidate: CandidateID) -> String? {
    withText(of: candidate) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the bytes of a candidate's text, removed or not; nil if there is no such candidate.
  public func withText<Result>(
    of candidate: CandidateID, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard candidate.segment < parts.count else { return nil }
    let segment = parts[Int(candidate.segment)].segment
    guard candidate.row < segment.count else { return nil }
    return segment.withText(ofRow: Int(candidate.row), body)
  }
}

extension Snapshot {
  /// Puts an index with as many rows into the place of a segment; what was removed stays removed.
  public mutating func replaceSegment(at index: Int, with segment: Segment) {
    let removed = (0..<segment.count).filter {
      !contains(CandidateID(segment: UInt32(index), row: UInt32($0)))
    }
    parts[index] = Part(segment)
    for row in removed { parts[index].remove(row: row) }
  }

  /// Puts another segment into the place of one, with all its rows.
  public mutating func replaceAll(inSegment index: Int, with segment: Segment) {
    count -= parts[index].count
    parts[index] = Part(segment)
    count += segment.count
  }

  /// Takes the last segment away.
  public mutating func removeLastSegment() {
    count -= parts.removeLast().count
  }

  /// The bytes that the index takes, the texts included.
  public var memory: Int {
    parts.reduce(0) { $0 + $1.segment.memory + 8 * ($1.alive?.words.count ?? 0) }
  }
}
