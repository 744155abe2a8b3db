extension JSONValue {
  /// What a value is; `description` gives the names of JSON Schema.
  public enum Kind: CustomStringConvertible, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean
    /// A number without fraction and exponent.
    case integer
    /// Any other number.
    case real
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object

    /// The name of the type in JSON Schema: `real` is called `number`.
    public var description: String {
      switch self {
      case .null: "null"
      case .boolean: "boolean"
      case .integer: "integer"
      case .real: "number"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      }
    }
  }
}
