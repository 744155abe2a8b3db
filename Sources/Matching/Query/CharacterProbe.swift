/// Compares one character of a query with the first of a text, without storing either.
struct CharacterProbe: FoldingSink {
  private let wanted: Symbol
  private let marks: ArraySlice<UInt32>
  private var sameBase = false
  /// Which of `marks` were found, a bit each.
  private var found: UInt32 = 0
  private var markCount = 0

  init(_ symbol: PatternSymbol, of query: Query) {
    wanted = query.folded.symbols[symbol.index]
    marks = query.folded.marks(at: symbol.index)
  }

  /// Whether they agree; if marks count, in all marks.
  func agrees(isDiacriticSensitive: Bool) -> Bool {
    guard sameBase, !wanted.isWhole, found.nonzeroBitCount == marks.count else { return false }
    return !isDiacriticSensitive || markCount == marks.count
  }

  mutating func begin(base: UInt32, cased: UInt32, kind: SymbolByte.Kind, start: Int) {
    sameBase = base == wanted.base
  }

  mutating func mark(_ mark: UInt32) {
    markCount += 1
    if let place = marks.firstIndex(of: mark) { found |= 1 << UInt32(place - marks.startIndex) }
  }

  mutating func part(_ codePoint: UInt32) {}
}
