/// One character of a query.
struct PatternSymbol: Sendable {
  /// The byte to look for: with its case if `isCaseStrict`, folded otherwise.
  let byte: UInt8
  /// Whether the case must agree.
  let isCaseStrict: Bool
  /// Whether the query has a space before it: what lies between counts less, and a space counts more.
  let followsSpace: Bool
  /// Whether an equal byte is not enough: it is a hash, or the query asks for marks.
  let needsSymbol: Bool
  /// Its place in the query's folded text.
  let index: Int

  /// Whether a candidate's byte fits.
  @inline(__always)
  func matches(_ byte: UInt8) -> Bool {
    (isCaseStrict ? byte : SymbolByte.folded(byte)) == self.byte
  }
}
