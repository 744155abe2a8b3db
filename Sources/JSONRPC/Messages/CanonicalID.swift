import JSON

/// One way of writing for each value that an id can have.
///
/// A string keeps its quotes and loses its escapes. A number becomes a plain integer where that takes no
/// more than `RequestID.inlineCapacity` bytes, else its digits without zeros around them and an exponent.
enum CanonicalID {
  /// Whether `text` is its own canonical form; false also where finding out would take longer.
  static func isCanonical(_ text: UnsafeRawBufferPointer) -> Bool {
    switch text.first {
    case UInt8(ascii: "\""): !text.contains(UInt8(ascii: "\\"))
    case UInt8(ascii: "0"): text.count == 1
    case UInt8(ascii: "-"):
      text.count > 1 && text[1] != UInt8(ascii: "0") && isShortDigits(text.dropFirst())
    default: isShortDigits(text[...])
    }
  }

  private static func isShortDigits(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    text.endIndex <= RequestID.inlineCapacity && text.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// The canonical form of `text`.
  static func bytes(of text: UnsafeRawBufferPointer) -> [UInt8] {
    text.first == UInt8(ascii: "\"") ? string(text) : number(text)
  }

  private static func string(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    JSONCursor.appendUnescaped(
      UnsafeRawBufferPointer(rebasing: text.dropFirst().dropLast()), to: &bytes)
    // The quotes tell strings from numbers; within them nothing need be escaped to tell texts apart.
    return [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
  }

  private static func number(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    let sign = text.prefix { $0 == UInt8(ascii: "-") }
    let whole = text[sign.endIndex...].prefix(while: isDigit)
    var rest = text[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
    let fraction = rest.prefix(while: isDigit)

    var digits = Array((Array(whole) + Array(fraction)).drop { $0 == UInt8(ascii: "0") })
    guard !digits.isEmpty else { return [UInt8(ascii: "0")] }
    // An exponent beyond 64 bits: no other way of writing the same value is of any use to anybody.
    guard var exponent = self.exponent(text[fraction.endIndex...]) else { return Array(text) }
    exponent -= fraction.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if exponent >= 0, sign.count + digits.count + exponent <= RequestID.inlineCapacity {
      digits += repeatElement(UInt8(ascii: "0"), count: exponent)
      return Array(sign) + digits
    }
    return Array(sign) + digits + Array("e\(exponent)".utf8)
  }

  /// The value of an exponent, with its `e`; 0 where there is none, nil beyond what can matter.
  private static func exponent(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard !text.isEmpty else { return 0 }
    // Half of the range, so that the number of digits can be taken from it.
    return Int(String(decoding: text.dropFirst(), as: UTF8.self)).flatMap {
      $0.magnitude < UInt(Int.max / 2) ? $0 : nil
    }
  }
}
