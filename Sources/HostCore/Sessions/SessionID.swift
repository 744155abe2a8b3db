/// The number of a session, written `s3`.
struct SessionID: Hashable, Comparable, CustomStringConvertible {
  let number: UInt32

  init(number: UInt32) {
    self.number = number
  }

  /// Reads what a plugin wrote; nil for any other text.
  init?(_ text: String) {
    guard text.first == "s", let number = UInt32(text.dropFirst()), "s\(number)" == text else {
      return nil
    }
    self.number = number
  }

  var description: String { "s\(number)" }

  static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}
