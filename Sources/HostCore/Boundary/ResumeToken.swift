/// The secret by which a front end takes up its session again: 128 random bits.
///
/// The shell makes one for each connection, since the core has no source of chance that is fit for
/// secrets. It is used once, never logged, and never told to a plugin.
public struct ResumeToken: Hashable, Sendable {
  private static let digits = 32

  private let high: UInt64
  private let low: UInt64

  /// Creates a token of 128 bits that nobody can guess.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads a token as `text` writes it; nil for any other text.
  init?(_ text: String) {
    guard text.utf8.count == Self.digits, text.utf8.allSatisfy(Self.isDigit),
      let high = UInt64(text.prefix(Self.digits / 2), radix: 16),
      let low = UInt64(text.suffix(Self.digits / 2), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The token on the wire: 32 hexadecimal digits in lower case.
  var text: String { Self.padded(high) + Self.padded(low) }

  private static func padded(_ half: UInt64) -> String {
    let text = String(half, radix: 16)
    return String(repeating: "0", count: digits / 2 - text.utf8.count) + text
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
