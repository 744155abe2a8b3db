internal import CMatching

/// A candidate's text while it is compared: its bytes, and its symbols if the query needs them.
struct Haystack {
  /// More characters of a candidate are not looked at: places fit 16 bits, and no label is longer.
  static let maximumLength = 65_535

  /// The one-byte forms, at most `maximumLength`; `Segment.padding` more bytes can be read.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether characters beyond `maximumLength` were left out.
  let isCut: Bool

  /// Creates a haystack of the first characters of `bytes`.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    isCut = bytes.count > Self.maximumLength
    self.bytes = isCut ? UnsafeBufferPointer(rebasing: bytes[..<Self.maximumLength]) : bytes
  }

  /// How many characters there are.
  @inline(__always)
  var count: Int { bytes.count }

  /// The places of a symbol's byte among the 64 of a word, a bit each.
  @inline(__always)
  func occurrences(of symbol: PatternSymbol, inWord word: Int) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let rest = count - 64 * word
    let valid: UInt64 = rest >= 64 ? .max : 1 << UInt64(rest) - 1
    return valid & cmatching_occurrences(base + 64 * word, symbol.byte, symbol.isCaseStrict)
  }

  /// The points for beginning at `place`.
  @inline(__always)
  func start(_ place: Int) -> Int32 {
    if place == 0 { return Rank.textStart }
    let (byte, before) = (bytes[place], bytes[place - 1])
    if SymbolByte.isDelimiter(byte) { return 0 }
    if SymbolByte.isDelimiter(before) { return Rank.wordStart }
    return isHump(byte, after: before, at: place) ? Rank.hump : 0
  }

  @inline(__always)
  private func isHump(_ byte: UInt8, after before: UInt8, at place: Int) -> Bool {
    if SymbolByte.isUpper(byte) {
      return !SymbolByte.isUpper(before) || place + 1 < count && isSmall(bytes[place + 1])
    }
    if SymbolByte.isDigit(byte) { return !SymbolByte.isDigit(before) }
    return SymbolByte.isUncased(byte) != SymbolByte.isUncased(before)
  }

  @inline(__always)
  private func isSmall(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte & 0xE0 == 0xA0
  }

  /// The points for ending with `place`.
  @inline(__always)
  func end(_ place: Int) -> Int32 {
    if SymbolByte.isDelimiter(bytes[place]) { return 0 }
    let next = place + 1
    if next == count { return isCut ? 0 : Rank.wordEnd }
    return SymbolByte.isDelimiter(bytes[next]) || start(next) > 0 ? Rank.wordEnd : 0
  }
}
