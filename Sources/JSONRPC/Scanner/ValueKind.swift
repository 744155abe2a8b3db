/// The kind of a JSON value, as far as envelopes care.
enum ValueKind: UInt8 {
  /// There is no value.
  case absent
  case null
  case boolean
  /// A number without fraction and exponent.
  case integer
  /// Any other number.
  case real
  case string
  case array
  case object

  /// Whether the value may be the id of a request or a progress token.
  var isIdentifier: Bool {
    switch self {
    case .integer, .real, .string: true
    default: false
    }
  }

  /// Whether there is a value; null means the same as absence.
  var isPresent: Bool { self != .absent && self != .null }
}
