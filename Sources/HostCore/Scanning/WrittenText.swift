/// JSON values of a peer that are passed on as they were written, as far as readers stand them.
enum WrittenText {
  /// The value on one line: line breaks in valid JSON are only ever white space.
  static func onOneLine(_ value: UnsafeRawBufferPointer) -> [UInt8] {
    value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }

  /// The value on one line and with U+FFFD for each U+0000: some front ends drop a message that holds
  /// one.
  static func shown(_ value: UnsafeRawBufferPointer) -> [UInt8] {
    var text = onOneLine(value)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        index += 1
        continue
      }
      if text[index...].starts(with: Self.escapedNull) {
        text.replaceSubrange(index..<index + Self.escapedNull.count, with: Self.escapedReplacement)
      }
      index += 2
    }
    return text
  }

  private static let escapedNull = Array(#"\u0000"#.utf8)
  private static let escapedReplacement = Array(#"\ufffd"#.utf8)
}
