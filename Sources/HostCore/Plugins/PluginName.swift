import HostProtocol

/// The name of a plugin: `[a-z][a-z0-9-]*`, at most 64 characters, and none of the protocol's own families.
struct PluginName: Hashable, CustomStringConvertible {
  /// So long that it says something, so short that it fits a status line.
  static let maximumLength = 64

  /// First parts of the protocol's own methods.
  static let reserved = ReservedNames.all

  let description: String

  /// Nil where the text is no name; `problem(with:)` says why.
  init?(_ text: String) {
    guard Self.problem(with: text) == nil else { return nil }
    description = text
  }

  /// Why a text can't be a plugin's name, as the end of a sentence; nil where it can.
  static func problem(with text: String) -> String? {
    if text.utf8.count > maximumLength {
      return "is longer than \(maximumLength) characters"
    }
    guard let first = text.utf8.first, isLetter(first),
      text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
    else {
      return "is not made of a letter a-z, then letters, digits and '-'"
    }
    if reserved.contains(text) || text.hasPrefix(ReservedNames.prefix) {
      return "is reserved by the protocol"
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
