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

  /// The masks of many texts that lie one behind the other, up to a multiple of 64 of them.
  static func all(bytes: [UInt8], offsets: [UInt32]) -> [UInt64] {
    var masks: [UInt64] = []
    masks.reserveCapacity((offsets.count + 62) / 64 * 64)
    for place in 0..<offsets.count - 1 {
      var mask = LetterMask()
      for offset in Int(offsets[place])..<Int(offsets[place + 1]) { mask.insert(bytes[offset]) }
      masks.append(mask.bits)
    }
    while masks.count % 64 > 0 { masks.append(0) }
    return masks
  }

  private static func place(_ byte: UInt8) -> UInt64 {
    if byte &- 0x61 < 26 { return UInt64(byte - 0x61) }
    if SymbolByte.isDigit(byte) { return UInt64(byte - 0x30) + 26 }
    return UInt64(byte % 28) + 36
  }
}
