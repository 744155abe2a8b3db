import JSON

/// `protocol/model.json`: every method, type, error and limit of the protocol.
struct Model {
  let version: Int
  let title: String
  let doc: String
  /// Names that no plugin may have, since methods' names begin with them.
  let reservedNames: [String]
  /// No plugin's name may begin with it.
  let reservedPrefix: String
  let sections: [Section]
  let limits: [Limit]
  let errors: [ErrorDefinition]
  /// Names of the errors that any request may give.
  let commonErrors: [String]
  /// In the model's order, and the type `Limits`, which is made of `limits`.
  let types: [TypeDefinition]
  let methods: [MethodDefinition]

  /// A chapter of the reference.
  struct Section: JSONDecodable {
    let name: String
    let title: String
    let doc: String

    init(json: JSONValue) throws(DecodingFailure) {
      name = try json.required("name")
      title = try json.required("title")
      doc = try json.required("doc")
    }
  }

  /// A limit with its value unless configured otherwise.
  struct Limit: JSONDecodable {
    /// The member of `Limits` that tells it.
    let member: Member
    let value: Int
    let unit: String
    let reason: String

    init(json: JSONValue) throws(DecodingFailure) {
      member = try Member(json: json, type: .integer)
      value = try json.required("default")
      unit = try json.required("unit")
      reason = try json.required("reason")
    }
  }

  /// An error's code and meaning.
  struct ErrorDefinition: JSONDecodable {
    let name: String
    let code: Int
    /// Who defines it; nil for the protocol itself.
    let definedBy: String?
    let doc: String

    init(json: JSONValue) throws(DecodingFailure) {
      name = try json.required("name")
      code = try json.required("code")
      definedBy = try json.optional("definedBy")
      doc = try json.required("doc")
    }
  }

  /// The type called `name`.
  func type(_ name: String) -> TypeDefinition? { types.first { $0.name == name } }

  /// The error called `name`.
  func error(_ name: String) -> ErrorDefinition? { errors.first { $0.name == name } }
}

extension Model: JSONDecodable {
  init(json: JSONValue) throws(DecodingFailure) {
    let head: JSONValue = try json.required("protocol")
    version = try head.required("version")
    title = try head.required("title")
    doc = try head.required("doc")
    reservedNames = try json.required("reservedNames")
    reservedPrefix = try json.required("reservedPrefix")
    sections = try json.required("sections")
    limits = try json.required("limits")
    errors = try json.required("errors")
    commonErrors = try json.required("commonErrors")
    let types = try Model.resolve(json.required("types"))
    self.types = types + [Model.limitsType(limits)]
    methods = try Model.methods(
      json.required("methods"), types: types, requestMembers: json.required("requestMembers"))
  }

  /// Puts the members of included types before a type's own.
  private static func resolve(_ types: [UnresolvedType]) -> [TypeDefinition] {
    func members(of type: UnresolvedType) -> [Member] {
      let included = type.includes.flatMap { name in
        types.first { $0.name == name }.map(members(of:)) ?? []
      }
      return included + type.members
    }
    return types.map { type in
      let shape: TypeDefinition.Shape =
        switch type.kind {
        case "enumeration": .enumeration(type.enumeration)
        case "tuple": .tuple(type.members)
        case "union": .union(type.cases)
        default: .object(members(of: type))
        }
      return TypeDefinition(name: type.name, section: type.section, doc: type.doc, shape: shape)
    }
  }

  /// Adds to params the members of included types, and to each request's what all requests have.
  private static func methods(
    _ methods: [MethodDefinition], types: [TypeDefinition], requestMembers: [Member]
  ) -> [MethodDefinition] {
    methods.map { method in
      guard case .members(let own) = method.params else { return method }
      let included = method.includes.flatMap { name -> [Member] in
        guard case .object(let members) = types.first(where: { $0.name == name })?.shape else {
          return []
        }
        return members
      }
      let common = method.kind == .request ? requestMembers : []
      return method.with(params: .members(own + included + common))
    }
  }

  /// The type of `limits` in the answer to `initialize`.
  private static func limitsType(_ limits: [Limit]) -> TypeDefinition {
    TypeDefinition(
      name: "Limits", section: "Handshake", doc: "The limits in force.",
      shape: .object(limits.map(\.member)))
  }
}
