import JSON

/// A type of the model.
struct TypeDefinition {
  /// What a type is.
  enum Shape {
    /// An object with these members, own and included.
    case object([Member])
    /// An array with one element for each member.
    case tuple([Member])
    /// A string of a set.
    case enumeration(Enumeration)
    /// One of several types, told apart by the JSON type.
    case union([Member])
  }

  /// The values of an enumeration.
  struct Enumeration {
    /// Whether other values are errors; else they are kept.
    let isClosed: Bool
    /// The module that declares the Swift type already, if one does.
    let swiftModule: String?
    let values: [EnumerationValue]
  }

  let name: String
  /// The section of the reference that shows it.
  let section: String
  let doc: String
  let shape: Shape
}

/// A value of an enumeration.
struct EnumerationValue: JSONDecodable {
  let value: String
  let doc: String

  init(json: JSONValue) throws(DecodingFailure) {
    value = try json.required("value")
    doc = try json.required("doc")
  }
}

/// A type as it stands in the model, before its `includes` are resolved.
struct UnresolvedType: JSONDecodable {
  let name: String
  let section: String
  let doc: String
  let kind: String
  let includes: [String]
  let members: [Member]
  let cases: [Member]
  let enumeration: TypeDefinition.Enumeration

  init(json: JSONValue) throws(DecodingFailure) {
    name = try json.required("name")
    section = try json.required("section")
    doc = try json.required("doc")
    kind = try json.required("kind")
    includes = try json.optional("includes") ?? []
    members = try json.optional("members") ?? []
    cases = try (json.optional("cases") as [UnionCase]?)?.map(\.member) ?? []
    enumeration = TypeDefinition.Enumeration(
      isClosed: try json.optional("closed") ?? false,
      swiftModule: try json.optional("swiftModule"),
      values: try json.optional("values") ?? [])
  }
}

/// A case of a union, which is a member without a place of its own.
private struct UnionCase: JSONDecodable {
  let member: Member

  init(json: JSONValue) throws(DecodingFailure) {
    member = try Member(json: json)
  }
}
