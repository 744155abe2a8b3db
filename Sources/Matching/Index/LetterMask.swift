/// Which characters a text has, as 64 bits: a text can only hold a query whose bits are among its own.
///
/// Letters and digits have bits of their own; all other bytes share the rest.
struct LetterMask: Sendable {
  /// The bits.
  private(set) var bits: UInt64 = 0

  /// Adds a character by its one-byte form.
  @inline(__always)
  mutating func insert(_ byte: UInt8) {
    bits |= 1 << Self.place(SymbolByte.folded(byte))
  }

  /// Whether all characters of `part` are there.
  func contains(_ part: LetterMask) -> Bool { part.bits & ~bits == 0 }

  /// The masks of many texts that lie one behind the other.
  static func all(bytes: [UInt8], offsets: [UInt32]) -> [LetterMask] {
    (0..<offsets.count - 1).map { place in
      var mask = LetterMask()
      for offset in Int(offsets[place])..<Int(offsets[place + 1]) { mask.insert(bytes[offset]) }
      return mask
    }
  }

  private static func place(_ byte: UInt8) -> UInt64 {
    if byte &- 0x61 < 26 { return UInt64(byte - 0x61) }
    if SymbolByte.isDigit(byte) { return UInt64(byte - 0x30) + 26 }
    return UInt64(byte % 28) + 36
  }
}
