extension JSONCursor {
  /// Appends a string's text to `bytes`, as UTF-8 with its escapes decoded.
  ///
  /// `string` is what stands between the quotes of valid JSON. Half a surrogate pair, which the scanner
  /// refuses, becomes U+FFFD; so does an escape that is none.
  public static func appendUnescaped(
    _ string: UnsafeRawBufferPointer, to bytes: inout [UInt8]
  ) {
    var index = 0
    while true {
      let stop = ByteScan.endOfUnescaped(in: string, from: index)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: string[index..<stop]))
      guard stop < string.count else { return }
      var escape = Escape(string: string, index: stop)
      bytes.append(contentsOf: UTF8.encode(escape.decode()) ?? UTF8.encodedReplacementCharacter)
      index = escape.index
    }
  }
}

/// Decodes one escape.
private struct Escape {
  let string: UnsafeRawBufferPointer
  /// Where the escape starts, then where it has ended.
  var index: Int

  /// The character that is escaped at `index`.
  mutating func decode() -> Unicode.Scalar {
    guard string[index] == UInt8(ascii: "\\"), index + 1 < string.count else {
      index += 1
      return "\u{FFFD}"
    }
    let kind = string[index + 1]
    index += 2
    switch kind {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return decodeHexadecimal()
    default: return Unicode.Scalar(kind)
    }
  }

  /// The character of the four digits at `index`, with the second half of a pair if one follows.
  private mutating func decodeHexadecimal() -> Unicode.Scalar {
    guard let first = unit(at: index) else { return "\u{FFFD}" }
    index += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, index + 2 <= string.count, string[index] == UInt8(ascii: "\\"),
      string[index + 1] == UInt8(ascii: "u"), let second = unit(at: index + 2),
      (0xDC00..<0xE000).contains(second)
    else { return "\u{FFFD}" }
    index += 6
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  /// The value of the four hexadecimal digits at `start`.
  private func unit(at start: Int) -> UInt32? {
    guard start + 4 <= string.count else { return nil }
    var value: UInt32 = 0
    for byte in string[start..<(start + 4)] {
      guard let digit = ByteScan.hexadecimalValue(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
