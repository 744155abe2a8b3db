import Matching

/// The lines of a text that comes in blocks, indexed for the matcher.
///
/// Only byte 0x0A ends a line; the last line needs none. A line that is not UTF-8 is matched with
/// U+FFFD in the place of what is not, and kept as it came.
struct LineIndex {
  /// The lines so far, a segment for each block.
  private(set) var snapshot = Snapshot()
  private var original: [CandidateID: [UInt8]] = [:]

  /// Adds the lines of a block behind all others.
  mutating func append(_ block: LineBlock) {
    let segment = UInt32(snapshot.segmentCount)
    for (row, line) in block.original { original[CandidateID(segment: segment, row: row)] = line }
    snapshot.append(block.segment)
  }

  /// The bytes of a line as they came.
  func line(_ candidate: CandidateID) -> [UInt8] {
    original[candidate] ?? snapshot.withText(of: candidate) { Array($0) } ?? []
  }
}
