/// Lays out JSON text for people or for programs, without a tree: strings and numbers keep their
/// bytes, except that `HazardousScalar`s become `\u` escapes.
struct JSONText {
  /// How the text is laid out.
  enum Layout {
    /// One line without blanks.
    case compact
    /// A member or element a line, two blanks a level.
    case pretty
  }

  private let layout: Layout
  private var depth = 0
  private var output: [UInt8] = []

  /// The bytes of `text` in another layout.
  ///
  /// `text` is valid JSON, as the client has checked; other bytes give nonsense but do no harm.
  static func formatted(_ text: [UInt8], as layout: Layout) -> [UInt8] {
    var formatter = JSONText(layout: layout)
    formatter.output.reserveCapacity(text.count + text.count / 8)
    text.withUnsafeBytes { formatter.format($0) }
    return formatter.output
  }

  private init(layout: Layout) { self.layout = layout }

  private mutating func format(_ text: UnsafeRawBufferPointer) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "\""): index = copyString(of: text, from: index)
      default:
        index += 1
        copyToken(byte, before: layout == .pretty ? Self.nextToken(of: text, from: index) : nil)
      }
    }
  }

  /// The first byte from `index` on that is not white space.
  private static func nextToken(of text: UnsafeRawBufferPointer, from index: Int) -> UInt8? {
    text[index...].first { $0 > 0x20 }
  }

  /// Writes a byte outside of strings, with the line breaks and blanks that belong to it.
  private mutating func copyToken(_ byte: UInt8, before next: UInt8?) {
    guard layout == .pretty else {
      output.append(byte)
      return
    }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      output.append(byte)
      depth += 1
      if !Self.closes(next) { breakLine() }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth = max(0, depth - 1)
      if !Self.opens(output.last) { breakLine() }
      output.append(byte)
    case UInt8(ascii: ","):
      output.append(byte)
      breakLine()
    case UInt8(ascii: ":"):
      output.append(byte)
      output.append(UInt8(ascii: " "))
    default: output.append(byte)
    }
  }

  private static func opens(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static func closes(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  private mutating func breakLine() {
    output.append(0x0A)
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }
}

// MARK: - Strings

extension JSONText {
  /// Copies a string with its quotes, and returns the index after it.
  private mutating func copyString(of text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var copied = start
    var index = start + 1
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        break
      }
      if byte == UInt8(ascii: "\\") {
        index += 2
      } else if byte < 0x7F {
        index += 1
      } else {
        let (scalar, length) = Self.scalar(of: text, at: index)
        if HazardousScalar.contains(scalar) {
          output.append(contentsOf: text[copied..<index])
          appendEscape(scalar)
          copied = index + length
        }
        index += length
      }
    }
    index = min(index, text.count)
    if copied < index { output.append(contentsOf: text[copied..<index]) }
    return index
  }

  /// The character at `index` of valid UTF-8 and the number of its bytes.
  private static func scalar(
    of text: UnsafeRawBufferPointer, at index: Int
  ) -> (Unicode.Scalar, Int) {
    let lead = text[index]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length > 1, index + length <= text.count else { return (Unicode.Scalar(lead), 1) }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for byte in text[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    for unit in UTF16.encode(scalar) ?? .init() {
      output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
      for shift in [12, 8, 4, 0] as [UInt16] {
        output.append(Self.hexadecimalDigits[Int(unit >> shift & 0xF)])
      }
    }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
