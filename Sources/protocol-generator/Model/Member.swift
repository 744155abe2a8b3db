import JSON

/// A member of an object: of a type, of a message's params or of a result.
struct Member {
  /// What its absence means.
  enum Presence: Equatable {
    /// It must be there.
    case required
    /// It may be absent or null.
    case optional
    /// It is always written, null where there is nothing.
    case nullable
    /// Absent or null, it has this value.
    case defaulted(JSONValue)
  }

  /// The name on the wire.
  let name: String
  /// The name of the property in Swift, where it differs.
  let swiftName: String
  let type: TypeExpression
  let presence: Presence
  /// The value that an optional member has in the end when nobody else has a say.
  let fallback: JSONValue?
  let minimum: Int?
  let maximum: Int?
  let minItems: Int?
  let maxItems: Int?
  /// The form of a name; see `NameFormat`.
  let format: NameFormat?
  let unit: String?
  let doc: String

  /// Whether a message without it is wrong.
  var isRequired: Bool { presence == .required }
}

extension Member: JSONDecodable {
  init(json: JSONValue) throws(DecodingFailure) {
    try self.init(json: json, type: json.required("type"))
  }

  /// Reads a member whose type is known.
  init(json: JSONValue, type: TypeExpression) throws(DecodingFailure) {
    self.type = type
    name = try json.required("name")
    swiftName = try json.optional("swift") ?? name
    fallback = json["fallback"]
    minimum = try json.optional("minimum")
    maximum = try json.optional("maximum")
    minItems = try json.optional("minItems")
    maxItems = try json.optional("maxItems")
    format = try json.optional("format")
    unit = try json.optional("unit")
    doc = try json.required("doc")
    if let value = json["default"] {
      presence = .defaulted(value)
    } else if try json.optional("nullable") == true {
      presence = .nullable
    } else {
      presence = try json.optional("optional") == true ? .optional : .required
    }
  }
}
