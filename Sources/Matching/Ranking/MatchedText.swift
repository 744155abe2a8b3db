/// A candidate as a query meets it.
struct MatchedText {
  /// Its bytes.
  let haystack: Haystack
  /// Its symbols; nil if its bytes say all, or all that this query asks for.
  let symbols: FoldedText?

  /// Whether a character of the query fits at `place`.
  @inline(__always)
  func fits(_ symbol: PatternSymbol, of query: borrowing Query, at place: Int) -> Bool {
    symbol.matches(haystack.bytes[place]) && agrees(symbol, of: query, at: place)
  }

  /// Whether a character of the query fits at `place`, where its byte does.
  @inline(__always)
  func agrees(_ symbol: PatternSymbol, of query: borrowing Query, at place: Int) -> Bool {
    guard let symbols else { return !symbol.needsSymbol }
    return query.agrees(symbol, with: symbols, at: place)
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
