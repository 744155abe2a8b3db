/// The one-byte form of a symbol, which the index stores and the vector loops compare.
///
/// ASCII stands for itself, with its case. All other symbols share the upper half: a byte there tells the
/// kind of the symbol exactly and its identity only as a hash, so equal bytes need a second look.
///
///     00–7F  ASCII              A0–BF  lower case, 5 bits of hash     F0–FF  symbols, 4 bits
///     80–9F  upper case, 5 bits of hash    C0–EF  letters without case, 48 values
enum SymbolByte {
  /// The kinds of non-ASCII symbols; raw values as in the folding tables.
  enum Kind: UInt32 {
    case uncased = 0
    case lower, upper, delimiter
  }

  /// The first byte that is not exact.
  static let firstHashed: UInt8 = 0x80

  /// The byte of a symbol.
  @inline(__always)
  static func make(base: UInt32, cased: UInt32, kind: Kind) -> UInt8 {
    if base < 0x80 { return UInt8(truncatingIfNeeded: cased < 0x80 ? cased : base) }
    // The golden ratio's multiplier spreads neighbours, which alphabets are, over the top bits.
    let hash = UInt8(truncatingIfNeeded: (base &* 0x9E37_79B1) >> 24)
    switch kind {
    case .upper: return 0x80 | hash >> 3
    case .lower: return 0xA0 | hash >> 3
    case .uncased: return 0xC0 + hash % 48
    case .delimiter: return 0xF0 | hash >> 4
    }
  }

  /// The byte without its case.
  @inline(__always)
  static func folded(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

  /// Whether the byte is a capital.
  @inline(__always)
  static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 || byte & 0xE0 == 0x80 }

  /// Whether the byte is an ASCII digit.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether the byte is a letter of a script without case, as CJK.
  @inline(__always)
  static func isUncased(_ byte: UInt8) -> Bool { byte &- 0xC0 < 0x30 }

  /// Whether the byte separates words: all but letters and digits.
  @inline(__always)
  static func isDelimiter(_ byte: UInt8) -> Bool {
    byte < 0x80 ? !isDigit(byte) && (byte | 0x20) &- 0x61 >= 26 : byte >= 0xF0
  }
}
