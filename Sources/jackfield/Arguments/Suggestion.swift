/// Finds the name that the user may have meant.
enum Suggestion {
  /// The nearest of `names`, if it is near enough to be worth showing.
  ///
  /// One slip in three letters is near enough: `stauts` finds `status`, `x` finds nothing.
  static func nearest(to word: String, among names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: distance(from: word, to: $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    let letters = word.count { $0 != "-" }
    return best.distance <= max(1, letters / 3) && best.distance < letters ? best.name : nil
  }

  /// How many letters must be put in, taken out, exchanged or swapped with their neighbour.
  static func distance(from source: String, to target: String) -> Int {
    let source = Array(source)
    let target = Array(target)
    var beforePrevious: [Int] = []
    var previous = Array(0...target.count)
    for row in source.indices {
      var current = [row + 1]
      for column in target.indices {
        let isEqual = source[row] == target[column]
        var best = min(
          previous[column + 1] + 1, current[column] + 1, previous[column] + (isEqual ? 0 : 1))
        if row > 0, column > 0, source[row] == target[column - 1],
          source[row - 1] == target[column]
        {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[target.count]
  }
}
