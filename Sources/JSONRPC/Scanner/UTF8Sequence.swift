/// A UTF-8 sequence of which some bytes are still to come (Unicode 16, table 3-7).
struct UTF8Sequence {
  /// How many bytes are still to come.
  private(set) var remaining: UInt8
  /// The least value that the next byte may have; above 0x80 where less would be an overlong form.
  private var least: UInt8 = 0x80
  /// The greatest value that the next byte may have; below 0xBF where more would be a surrogate or lie
  /// beyond U+10FFFF.
  private var greatest: UInt8 = 0xBF

  /// The sequence that `first`, a byte beyond ASCII, begins; nil where it can't begin one.
  @inline(__always)
  init?(first: UInt8) {
    switch first {
    case 0xC2...0xDF: remaining = 1
    case 0xE0...0xEF:
      remaining = 2
      if first == 0xE0 { least = 0xA0 }
      if first == 0xED { greatest = 0x9F }
    case 0xF0...0xF4:
      remaining = 3
      if first == 0xF0 { least = 0x90 }
      if first == 0xF4 { greatest = 0x8F }
    default: return nil
    }
  }

  /// Whether the sequence may go on with `byte`.
  @inline(__always)
  func allows(_ byte: UInt8) -> Bool { least <= byte && byte <= greatest }

  /// Takes the next byte; false where it does not belong to the sequence.
  mutating func take(_ byte: UInt8) -> Bool {
    guard allows(byte) else { return false }
    (least, greatest) = (0x80, 0xBF)
    remaining -= 1
    return true
  }
}
