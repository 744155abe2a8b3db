/// The best of all cells before a gap, less what the gap costs, kept up while the gap's end moves on.
struct GapMaximum {
  private let startCost: Int32
  private let limit: Int32
  /// The most points of any cell: for gaps that cost the limit.
  private var farthest: Int32 = .min / 2
  /// The most points of any cell, each with the extension costs that it is spared: for short gaps.
  private var nearest: Int32 = .min / 2

  init(isSpaced: Bool) {
    startCost = isSpaced ? 0 : Rank.gapStart
    limit = isSpaced ? Rank.spacedGapLimit : Rank.gapLimit
  }

  /// Adds a cell.
  @inline(__always)
  mutating func add(_ points: Int32, at place: Int) {
    farthest = max(farthest, points)
    nearest = max(nearest, points + Int32(place) * Rank.gapExtension * Rank.fractions)
  }

  /// The best for a gap that ends before `place`, which is at least two after each cell's place.
  @inline(__always)
  func value(at place: Int) -> Int32 {
    let spared = (startCost + Int32(place - 2) * Rank.gapExtension) * Rank.fractions
    return max(nearest - spared, farthest - limit * Rank.fractions)
  }

  /// The points off for skipping `count` characters; none where one follows the other.
  static func cost(of count: Int, isSpaced: Bool) -> Int32 {
    guard count > 0 else { return 0 }
    let start = isSpaced ? 0 : Rank.gapStart
    let limit = isSpaced ? Rank.spacedGapLimit : Rank.gapLimit
    return min(start + Int32(count - 1) * Rank.gapExtension, limit)
  }
}
