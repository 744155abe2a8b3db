/// Names a quotation for ever: in the catalogue, in what is stored, and on the wire.
public struct QuotationID: RawRepresentable, Hashable, Sendable {
  /// The name, as in `shakespeare-hamlet-1`.
  public let rawValue: String

  /// Wraps a name, whether there is such a quotation or not.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension QuotationID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension QuotationID {
  /// Longer names are refused: they are for the wire and for URLs.
  static let maximumLength = 64

  /// Whether it is of the form that the catalogue asks for: words of a to z and 0 to 9, joined by
  /// hyphens. One form only, since SQLite compares bytes and Swift compares characters.
  var isWellFormed: Bool {
    let bytes = rawValue.utf8
    guard bytes.count <= Self.maximumLength else { return false }
    return bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy(Self.isLetterOrDigit)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
