// The first byte of a stream, which tells a front end's framing.

extension FrameDecoder {
  /// The byte order mark, which some shells put before everything that they write.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Skips a byte order mark of a plugin; a second one would be text, and a front end must send none.
  mutating func begin() -> Step {
    guard role != .frontEnd else {
      phase = .detecting
      return .goOn
    }
    if input.bytes.starts(with: Self.byteOrderMark) {
      input.consume(Self.byteOrderMark.count)
    } else if input.count < Self.byteOrderMark.count, Self.byteOrderMark.starts(with: input.bytes) {
      return .needsInput
    }
    phase = .idle
    return .goOn
  }

  /// Finds the framing of a front end.
  mutating func detect() -> Step {
    skipWhiteSpace()
    guard let first = input.bytes.first else { return .needsInput }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): lock(.lines)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      lock(.headers)
    default:
      return end(
        .unframeable,
        "Expected JSON or a Content-Length header, found \(Excerpt(input.bytes).quotation).")
    }
    phase = .idle
    return .goOn
  }

  /// Skips white space between messages; blank lines are made of it.
  mutating func skipWhiteSpace() {
    input.consume(input.bytes.prefix(while: isWhiteSpace).count)
  }
}

/// Whether JSON allows `byte` between tokens.
func isWhiteSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}
