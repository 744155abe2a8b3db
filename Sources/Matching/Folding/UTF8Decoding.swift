/// Decodes UTF-8 that is valid as a rule, and never reads outside of the text if it is not.
enum UTF8Decoding {
  private static let replacement: UInt32 = 0xFFFD

  /// The code point that begins at `offset`, where a byte of 0x80 or more stands, and its length.
  @inline(__always)
  static func decode(
    _ text: UnsafeRawBufferPointer, at offset: Int
  ) -> (codePoint: UInt32, length: Int) {
    let lead = UInt32(text[offset])
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead < 0xF5, offset + length <= text.count else { return (replacement, 1) }
    var codePoint = lead & (0x7F >> UInt32(length))
    for place in offset + 1..<offset + length {
      let byte = UInt32(text[place])
      guard byte & 0xC0 == 0x80 else { return (replacement, 1) }
      codePoint = codePoint << 6 | byte & 0x3F
    }
    return codePoint <= 0x10_FFFF ? (codePoint, length) : (replacement, 1)
  }
}
