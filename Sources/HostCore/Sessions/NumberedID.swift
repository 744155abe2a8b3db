/// A number that names an object on the wire, behind a prefix that tells its kind: `screen-7`.
///
/// Numbers are never used twice in a host's life.
protocol NumberedID: Hashable, Comparable, CustomStringConvertible {
  associatedtype Number: FixedWidthInteger

  static var prefix: String { get }

  var number: Number { get }

  init(number: Number)
}

extension NumberedID {
  /// Reads what a peer wrote; nil for any other text.
  init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let number = Number(text.dropFirst(Self.prefix.count)) else {
      return nil
    }
    self.init(number: number)
    guard description == text else { return nil }
  }

  var description: String { "\(Self.prefix)\(number)" }

  static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
