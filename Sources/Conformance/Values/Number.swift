/// A number as it is written.
struct Number: Sendable {
  /// The text, by JSON's grammar.
  let text: String

  /// Wraps a text that follows JSON's grammar.
  init(text: String) {
    self.text = text
  }

  /// The number for `integer`.
  init(_ integer: Int) {
    text = String(integer)
  }

  /// How near two numbers must be to be equal, in proportion: vectors are written with fewer digits
  /// than doubles have, and a correct host may compute 600.30000000000007.
  static let tolerance = 1e-9

  /// The nearest double; infinite beyond the range.
  var double: Double { Double(text) ?? .nan }

  /// Whether it is written without fraction and exponent.
  var isWrittenAsInteger: Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// The number without a fraction, however it is written; nil for others and beyond 64 bits.
  var integer: Int? { Int(text) ?? Int(exactly: double) }

  /// Whether it has no fraction, however it is written.
  var isWhole: Bool { isWrittenAsInteger || double == double.rounded() }
}

extension Number: Equatable {
  /// Whether both have the same value: integers exactly, others to nine digits.
  static func == (left: Number, right: Number) -> Bool {
    if left.isWrittenAsInteger, right.isWrittenAsInteger { return left.text == right.text }
    let (left, right) = (left.double, right.double)
    if left == right { return true }
    let scale = max(1, left.magnitude, right.magnitude)
    return (left - right).magnitude <= Number.tolerance * scale
  }
}
