/// Names a candidate of a snapshot, and of all snapshots that grow out of it.
public struct CandidateID: Hashable, Sendable {
  /// Which of the snapshot's segments.
  public let segment: UInt32
  /// Which candidate of the segment, in the order in which they were appended.
  public let row: UInt32

  /// Creates an id.
  public init(segment: UInt32, row: UInt32) {
    self.segment = segment
    self.row = row
  }
}

extension CandidateID: Comparable {
  /// The order of the source.
  public static func < (left: Self, right: Self) -> Bool {
    (left.segment, left.row) < (right.segment, right.row)
  }
}
