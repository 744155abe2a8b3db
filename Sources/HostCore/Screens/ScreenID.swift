/// The number of a screen, written `screen-7`; never used twice in a host's life.
struct ScreenID: Hashable, Comparable, CustomStringConvertible {
  private static let prefix = "screen-"

  let number: UInt64

  init(number: UInt64) {
    self.number = number
  }

  /// Reads what a peer wrote; nil for any other text.
  init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let number = UInt64(text.dropFirst(Self.prefix.count)),
      "\(Self.prefix)\(number)" == text
    else { return nil }
    self.number = number
  }

  var description: String { "\(Self.prefix)\(number)" }

  static func < (left: ScreenID, right: ScreenID) -> Bool { left.number < right.number }
}
