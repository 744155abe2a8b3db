/// Finds the best way to lay a fuzzy query's characters on a text: an exact optimum, not a greedy one.
///
/// For each character of the query there is a row with the places where it occurs, and for each place the
/// most points that an alignment of the query so far can have there. A row takes one pass over itself and
/// one over the row before. The memory is allocated once and serves all candidates of a worker.
struct Alignment: ~Copyable {
  /// Places in all rows together; beyond, one greedy alignment stands for the best.
  ///
  /// About half a millisecond of work: a search can be cancelled between two candidates only. A query of
  /// 12 letters gets there with a text of some 100,000 characters, or with a thousand equal letters.
  static let maximumCells = 1 << 17

  /// Comparisons of characters in one text when a query is looked for in one piece: as long as that.
  static let maximumComparisons = 1 << 20

  private let places: UnsafeMutablePointer<UInt16>
  private let points: UnsafeMutablePointer<Int32>
  /// `rows[k]..<rows[k + 1]` are the cells of row `k`.
  private let rows: UnsafeMutablePointer<Int>

  /// Allocates the memory.
  init() {
    places = .allocate(capacity: Self.maximumCells)
    points = .allocate(capacity: Self.maximumCells)
    rows = .allocate(capacity: Query.maximumLength + 1)
  }

  deinit {
    places.deallocate()
    points.deallocate()
    rows.deallocate()
  }

  /// The fractions of the best alignment; nil if the text does not hold the query.
  mutating func best(of query: borrowing Query, in text: borrowing MatchedText) -> Int32? {
    switch fillRows(query, text) {
    case .absent: nil
    case .filled: bestOfLastRow(query).points
    case .tooMany: greedy(query, text)
    }
  }

  /// The places of the best alignment, one for each character of the pattern.
  mutating func trace(of query: borrowing Query, in text: borrowing MatchedText) -> [Int]? {
    switch fillRows(query, text) {
    case .absent: nil
    case .filled: traceBack(query, text.haystack)
    case .tooMany:
      greedy(query, text).map { _ in query.pattern.indices.map { Int(places[$0]) } }
    }
  }

  // MARK: Rows

  private enum Outcome { case filled, absent, tooMany }

  private mutating func fillRows(
    _ query: borrowing Query, _ text: borrowing MatchedText
  ) -> Outcome {
    var end = 0
    rows[0] = 0
    for (index, symbol) in query.pattern.enumerated() {
      let first = index == 0 ? 0 : Int(places[rows[index - 1]]) + 1
      guard let rowEnd = collect(symbol, of: query, in: text, from: first, at: end) else {
        return .tooMany
      }
      if rowEnd == end { return .absent }
      rows[index + 1] = rowEnd
      if index == 0 {
        beginRow(symbol, text.haystack)
      } else {
        extendRow(index, symbol, run: query.run, text.haystack)
      }
      end = rowEnd
    }
    let last = query.pattern.count - 1
    for cell in rows[last]..<end {
      points[cell] += text.haystack.end(Int(places[cell])) * Rank.fractions
    }
    return .filled
  }

  /// Writes the places of `symbol` and returns their end; nil if there is no room.
  private func collect(
    _ symbol: PatternSymbol, of query: borrowing Query, in text: borrowing MatchedText,
    from first: Int, at start: Int
  ) -> Int? {
    var end = start
    var word = first >> 6
    var mask: UInt64 = .max << UInt64(first & 63)
    while word << 6 < text.haystack.count {
      var found = text.haystack.occurrences(of: symbol, inWord: word) & mask
      mask = .max
      while found != 0 {
        let place = word << 6 + found.trailingZeroBitCount
        found &= found - 1
        guard text.agrees(symbol, of: query, at: place) else { continue }
        if end == Self.maximumCells { return nil }
        places[end] = UInt16(truncatingIfNeeded: place)
        end += 1
      }
      word += 1
    }
    return end
  }

  private func beginRow(_ symbol: PatternSymbol, _ text: Haystack) {
    for cell in 0..<rows[1] {
      let place = Int(places[cell])
      let bonus = Rank.match + text.start(place) + spaceBonus(symbol, text, place)
      points[cell] = bonus * Rank.fractions + Rank.earliness(place)
    }
  }

  private func extendRow(_ row: Int, _ symbol: PatternSymbol, run: Int32, _ text: Haystack) {
    var gaps = GapMaximum(isSpaced: symbol.followsSpace)
    var previous = rows[row - 1]
    let previousEnd = rows[row]
    for cell in previousEnd..<rows[row + 1] {
      let place = Int(places[cell])
      while previous < previousEnd, Int(places[previous]) < place - 1 {
        gaps.add(points[previous], at: Int(places[previous]))
        previous += 1
      }
      let start = Rank.match + text.start(place)
      var best = gaps.value(at: place) + (start + spaceBonus(symbol, text, place)) * Rank.fractions
      if previous < previousEnd, Int(places[previous]) == place - 1 {
        let bonus = symbol.followsSpace ? start : Rank.match + run
        best = max(best, points[previous] + bonus * Rank.fractions)
      }
      points[cell] = best
    }
  }

  @inline(__always)
  private func spaceBonus(_ symbol: PatternSymbol, _ text: Haystack, _ place: Int) -> Int32 {
    guard symbol.followsSpace, place > 0 else { return 0 }
    return text.bytes[place - 1] == Query.space ? Rank.space : 0
  }

  private func bestOfLastRow(_ query: borrowing Query) -> (points: Int32, cell: Int) {
    let last = query.pattern.count - 1
    var best = rows[last]
    for cell in rows[last]..<rows[last + 1] where points[cell] > points[best] { best = cell }
    return (points[best], best)
  }

  // MARK: Back from the best cell

  private func traceBack(_ query: borrowing Query, _ text: Haystack) -> [Int] {
    let last = query.pattern.count - 1
    var cell = bestOfLastRow(query).cell
    var reached = points[cell] - text.end(Int(places[cell])) * Rank.fractions
    var trace = [Int(places[cell])]
    for row in stride(from: last, to: 0, by: -1) {
      cell = predecessor(
        of: cell, points: reached, row: row, query.pattern[row], run: query.run, text)
      reached = points[cell]
      trace.append(Int(places[cell]))
    }
    return trace.reversed()
  }

  /// The nearest cell of the row before that explains the points of `cell`.
  private func predecessor(
    of cell: Int, points reached: Int32, row: Int, _ symbol: PatternSymbol, run: Int32,
    _ text: Haystack
  ) -> Int {
    let place = Int(places[cell])
    let start = Rank.match + text.start(place)
    var candidate = rows[row] - 1
    while candidate > rows[row - 1] {
      let skipped = place - Int(places[candidate]) - 1
      if skipped >= 0 {
        let bonus =
          skipped > 0
          ? start + spaceBonus(symbol, text, place)
            - GapMaximum.cost(of: skipped, isSpaced: symbol.followsSpace)
          : symbol.followsSpace ? start : Rank.match + run
        if points[candidate] + bonus * Rank.fractions == reached { return candidate }
      }
      candidate -= 1
    }
    return candidate
  }

  // MARK: Too many cells

  /// Lays the query on the first place where it fits, pulled together from its end.
  private func greedy(_ query: borrowing Query, _ text: borrowing MatchedText) -> Int32? {
    let count = query.pattern.count
    var place = 0
    for index in 0..<count {
      while place < text.haystack.count, !text.fits(query.pattern[index], of: query, at: place) {
        place += 1
      }
      if place == text.haystack.count { return nil }
      places[index] = UInt16(truncatingIfNeeded: place)
      place += 1
    }
    for index in stride(from: count - 1, through: 0, by: -1) {
      place -= 1
      while !text.fits(query.pattern[index], of: query, at: place) { place -= 1 }
      places[index] = UInt16(truncatingIfNeeded: place)
    }
    return pointsOfGreedy(query, text.haystack)
  }

  private func pointsOfGreedy(_ query: borrowing Query, _ text: Haystack) -> Int32 {
    var sum = Rank.earliness(Int(places[0]))
    for (index, symbol) in query.pattern.enumerated() {
      let place = Int(places[index])
      let skipped = index == 0 ? place : place - Int(places[index - 1]) - 1
      var bonus = Rank.match + text.start(place)
      if index > 0, skipped == 0, !symbol.followsSpace { bonus = Rank.match + query.run }
      if index == 0 || skipped > 0 { bonus += spaceBonus(symbol, text, place) }
      if index > 0 { bonus -= GapMaximum.cost(of: skipped, isSpaced: symbol.followsSpace) }
      sum += bonus * Rank.fractions
    }
    return sum + text.end(Int(places[query.pattern.count - 1])) * Rank.fractions
  }
}
