/// What names of plugins, and of what they provide, look like (rules MF-2 and MF-3).
public enum Name {
  /// The most characters of a name: enough for people, and a screen's line holds two.
  public static let maximumLength = 64

  /// Whether `text` can be the name of a plugin: `[a-z][a-z0-9-]*`, and not reserved.
  public static func isPlugin(_ text: some StringProtocol) -> Bool {
    isName(text, first: isLowercase, rest: { isLowercase($0) || isDigitOrHyphen($0) })
      && !isReserved(String(text))
  }

  /// Whether `text` can be the name of a source, a method or a topic: `[A-Za-z][A-Za-z0-9-]*`.
  public static func isMember(_ text: some StringProtocol) -> Bool {
    isName(text, first: isLetter, rest: { isLetter($0) || isDigitOrHyphen($0) })
  }

  private static func isReserved(_ text: String) -> Bool {
    ReservedNames.all.contains(text) || text.hasPrefix(ReservedNames.prefix)
  }

  private static func isName(
    _ text: some StringProtocol, first: (UInt8) -> Bool, rest: (UInt8) -> Bool
  ) -> Bool {
    guard let head = text.utf8.first, first(head) else { return false }
    return text.utf8.count <= maximumLength && text.utf8.dropFirst().allSatisfy(rest)
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { isLowercase(byte | 0x20) }

  private static func isDigitOrHyphen(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }
}
