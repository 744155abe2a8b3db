/// A candidate that matches, and how well.
public struct Match: Hashable, Sendable {
  /// The candidate.
  public let candidate: CandidateID
  /// The higher the better, 0 or more; comparable between all candidates for the same query.
  public let score: Int

  /// Creates a match.
  public init(candidate: CandidateID, score: Int) {
    self.candidate = candidate
    self.score = score
  }

  /// Whether the candidate equals the query after folding: above all that only resemble it.
  public var isExact: Bool { Rank.kind(ofScore: score) == .equal }
}

extension Match: Comparable {
  /// Whether `left` stands after `right`: the best is the maximum, ties go to the earlier candidate.
  public static func < (left: Self, right: Self) -> Bool {
    left.score == right.score ? left.candidate > right.candidate : left.score < right.score
  }
}
