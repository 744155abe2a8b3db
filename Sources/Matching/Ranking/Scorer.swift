/// Scores candidates for a query, one after another, with memory that it allocates once.
struct Scorer: ~Copyable {
  private let query: Query
  private let needsSymbols: Bool
  private var alignment = Alignment()
  private var symbols = FoldedText()

  /// Creates a scorer.
  init(_ query: Query) {
    self.query = query
    needsSymbols = query.needsSymbols
  }

  /// Scores a candidate.
  ///
  /// - Parameters:
  ///   - bytes: the candidate's one-byte forms.
  ///   - original: its text; nil if that is ASCII, so that the bytes are the text.
  ///   - weight: 0…`Rank.maximumWeight`.
  /// - Returns: the score, nil if the candidate does not match.
  mutating func score(
    _ bytes: UnsafeBufferPointer<UInt8>, original: Originals.Text?, weight: UInt8
  ) -> Int? {
    if query.isEmpty { return 0 }
    let text = matchedText(bytes, original)
    defer { reclaim(text) }
    return score(text, weight)
  }

  /// Whether a candidate matches at all; the parameters are those of `score`.
  mutating func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, original: Originals.Text?
  ) -> Bool {
    let text = matchedText(bytes, original)
    defer { reclaim(text) }
    switch query.options.mode {
    case .fuzzy: return text.holdsScattered(query)
    case .prefix: return text.holds(query, at: 0)
    case .contains: return query.bestPiece(in: text) != nil
    case .exact: return grade(text) != nil
    }
  }

  private mutating func matchedText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ original: Originals.Text?
  ) -> MatchedText {
    let haystack = Haystack(bytes)
    let isSameLength = bytes.count == query.literal.count
    guard let original, needsSymbols || isSameLength else {
      return MatchedText(haystack: haystack, source: .bytes)
    }
    if original.isDirect && !isSameLength {
      return MatchedText(haystack: haystack, source: .direct(original))
    }
    symbols.removeAll()
    var folder = Folder(take(&symbols))
    folder.fold(original.bytes)
    return MatchedText(haystack: haystack, source: .symbols(folder.sink))
  }

  /// Takes the memory of a text's symbols back, so that folding the next allocates nothing.
  private mutating func reclaim(_ text: consuming MatchedText) {
    if case .symbols(let symbols) = text.source { self.symbols = symbols }
  }

  private mutating func score(_ text: MatchedText, _ weight: UInt8) -> Int? {
    let weight = Int32(weight) * Rank.weightUnit
    if let grade = grade(text) {
      let points = Int32(grade) << 10 | weight
      return Rank.score(.equal, fractions: points, length: 0)
    }
    switch query.options.mode {
    case .exact: return nil
    case .prefix:
      return text.holds(query, at: 0) ? Rank.score(.beginsWithQuery, fractions: 0, length: 0) : nil
    case .contains, .fuzzy: break
    }
    let length = text.haystack.count
    if text.holds(query, at: 0) {
      let points = query.piece(at: 0, in: text.haystack) + weight
      return Rank.score(.beginsWithQuery, fractions: points, length: length)
    }
    let points =
      query.options.mode == .fuzzy
      ? alignment.best(of: query, in: text) : query.bestPiece(in: text)?.points
    return points.map { Rank.score(.other, fractions: $0 + weight, length: length) }
  }

  /// How equal the text and the query are, nil if they are not.
  private func grade(_ text: MatchedText) -> Int? {
    guard text.haystack.count == query.literal.count, !text.haystack.isCut,
      text.holds(query, at: 0)
    else { return nil }
    if case .symbols(let symbols) = text.source { return query.equality(with: symbols)?.grade }
    let sameCase = query.literal.allSatisfy {
      UInt32(text.haystack.bytes[$0.index]) == query.folded.symbols[$0.index].cased
    }
    return Equality(sameMarks: true, sameCase: sameCase).grade
  }
}

/// Moves a value out, and leaves an empty one.
private func take(_ text: inout FoldedText) -> FoldedText {
  var taken = FoldedText()
  swap(&taken, &text)
  return taken
}

extension Query {
  /// The points for a character that follows the one before it.
  var run: Int32 { sought.count <= Rank.shortQuery ? Rank.shortRun : Rank.run }

  /// Whether bytes alone don't decide, on texts that are not ASCII.
  var needsSymbols: Bool {
    options.diacriticSensitive || literal.contains { $0.needsSymbol }
  }

  /// The fractions for the query in one piece at `place`.
  func piece(at place: Int, in text: Haystack) -> Int32 {
    let count = Int32(literal.count)
    let points =
      Rank.match * count + text.start(place) + run * (count - 1)
      + text.end(place + literal.count - 1)
    return points * Rank.fractions + Rank.earliness(place)
  }

  /// The best place that holds the query in one piece, and its fractions.
  ///
  /// Only so many places are tried that a thousand equal letters in a hundred thousand stay cheap.
  func bestPiece(in text: MatchedText) -> (place: Int, points: Int32)? {
    var best: (place: Int, points: Int32)?
    let end = min(text.haystack.count, Alignment.maximumComparisons / literal.count)
    for place in 0..<end where text.holds(self, at: place) {
      let points = piece(at: place, in: text.haystack)
      if points > best?.points ?? .min { best = (place, points) }
    }
    return best
  }
}

extension Scorer {
  /// The places that make the score of a text, in order; nil if it does not match.
  mutating func trace(_ folded: FoldedText) -> [Int]? {
    let padded = folded.bytes + repeatElement(0, count: Segment.padding)
    return padded.withUnsafeBufferPointer { padded in
      let bytes = UnsafeBufferPointer(rebasing: padded.dropLast(Segment.padding))
      let text = MatchedText(haystack: Haystack(bytes), source: .symbols(folded))
      if grade(text) != nil { return Array(query.literal.indices) }
      if query.options.mode == .exact { return nil }
      if text.holds(query, at: 0) { return Array(query.literal.indices) }
      switch query.options.mode {
      case .exact, .prefix: return nil
      case .contains:
        return query.bestPiece(in: text).map { Array($0.place..<$0.place + query.literal.count) }
      case .fuzzy:
        return alignment.trace(of: query, in: text).map { query.addingSpaces(to: $0, of: text) }
      }
    }
  }

  /// Whether a text equals the query after folding.
  func isEqual(_ folded: FoldedText) -> Bool {
    folded.bytes.withUnsafeBufferPointer { bytes in
      grade(MatchedText(haystack: Haystack(bytes), source: .symbols(folded))) != nil
    }
  }
}

extension Query {
  /// The places of an alignment, with those of the spaces that the query has in common with the text.
  func addingSpaces(to places: [Int], of text: MatchedText) -> [Int] {
    var all: [Int] = []
    for (symbol, place) in zip(pattern, places) {
      if symbol.followsSpace, let last = all.last, last == place - 2,
        text.haystack.bytes[place - 1] == Query.space
      {
        all.append(place - 1)
      }
      all.append(place)
    }
    return all
  }
}
