/// A candidate as a query meets it.
struct MatchedText {
  /// How equal bytes are looked at a second time.
  enum Source {
    /// Not at all: the text is ASCII, or bytes are all that the query asks for.
    case bytes
    /// By its characters, all of them.
    case symbols(FoldedText)
    /// By its code points, those that matter.
    case direct(Originals.Text)
  }

  /// Its bytes.
  let haystack: Haystack
  /// How equal bytes are looked at a second time.
  let source: Source

  /// Whether a character of the query fits at `place`.
  @inline(__always)
  func fits(_ symbol: PatternSymbol, of query: borrowing Query, at place: Int) -> Bool {
    symbol.matches(haystack.bytes[place]) && agrees(symbol, of: query, at: place)
  }

  /// Whether a character of the query fits at `place`, where its byte does.
  @inline(__always)
  func agrees(_ symbol: PatternSymbol, of query: borrowing Query, at place: Int) -> Bool {
    switch source {
    case .bytes: return !symbol.needsSymbol
    case .symbols(let symbols): return query.agrees(symbol, with: symbols, at: place)
    case .direct(let text):
      if !symbol.needsSymbol && !query.options.diacriticSensitive { return true }
      return query.agrees(symbol, with: text.character(at: place))
    }
  }

  /// Whether the characters of the query's pattern stand anywhere, in their order.
  func holdsScattered(_ query: borrowing Query) -> Bool {
    var place = 0
    for symbol in query.pattern {
      while place < haystack.count, !fits(symbol, of: query, at: place) { place += 1 }
      if place == haystack.count { return false }
      place += 1
    }
    return true
  }

  /// Whether the whole query stands at `place`.
  func holds(_ query: borrowing Query, at place: Int) -> Bool {
    guard place + query.literal.count <= haystack.count else { return false }
    for symbol in query.literal where !fits(symbol, of: query, at: place + symbol.index) {
      return false
    }
    return true
  }
}
