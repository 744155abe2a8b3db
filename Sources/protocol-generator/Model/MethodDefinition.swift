import JSON

/// A method in the directions in which it has the same params and result.
struct MethodDefinition {
  /// Whether it is answered.
  enum Kind: String {
    case request
    case notification
  }

  /// From whom to whom a message goes.
  enum Direction: String, CaseIterable {
    case frontEndToHost
    case hostToFrontEnd
    case hostToPlugin
    case pluginToHost

    /// The direction in words.
    var words: String {
      switch self {
      case .frontEndToHost: "front end → host"
      case .hostToFrontEnd: "host → front end"
      case .hostToPlugin: "host → plugin"
      case .pluginToHost: "plugin → host"
      }
    }
  }

  /// What params or a result hold.
  enum Content {
    /// An object with these members.
    case members([Member])
    /// A value of this type.
    case type(TypeExpression)
  }

  /// The name on the wire.
  let name: String
  /// The name of the message's type in Swift and in the schemas.
  let message: String
  let section: String
  let kind: Kind
  let directions: [Direction]
  /// Whether a plugin gets it only if it says so in `implements`.
  let isOptional: Bool
  private(set) var params: Content
  /// Names of the types whose members are params too, after the method's own.
  let includes: [String]
  /// Names of members of which exactly one must be there.
  let exactlyOneOf: [String]
  /// Nil where no result is named.
  let result: Content?
  /// Names of the errors that it may give besides those that all give.
  let errors: [String]
  let doc: String

  /// The params with what every request has besides its own.
  func with(params: Content) -> MethodDefinition {
    var method = self
    method.params = params
    return method
  }
}

extension MethodDefinition: JSONDecodable {
  init(json: JSONValue) throws(DecodingFailure) {
    let name: String = try json.required("name")
    self.name = name
    message = try json.optional("message") ?? SwiftName.type(forMethod: name)
    section = try json.required("section")
    kind = try json.choice("kind")
    directions = try (json.required("directions") as [DirectionName]).map(\.direction)
    isOptional = try json.optional("implements") ?? false
    params = try Content(params: json["params"])
    includes = try json.optional("includes") ?? []
    exactlyOneOf = try json.optional("exactlyOneOf") ?? []
    result = try json.optional("result")
    errors = try json.optional("errors") ?? []
    doc = try json.required("doc")
  }
}

extension MethodDefinition.Content: JSONDecodable {
  /// Reads the `params` of a method: a list of members or a type.
  fileprivate init(params: JSONValue?) throws(DecodingFailure) {
    guard let params else {
      self = .members([])
      return
    }
    if params.kind == .string {
      self = .type(try TypeExpression(json: params))
    } else {
      self = .members(try [Member](json: params))
    }
  }

  /// Reads the `result` of a method: an object with `members` or `type`.
  init(json: JSONValue) throws(DecodingFailure) {
    if let type: TypeExpression = try json.optional("type") {
      self = .type(type)
    } else {
      self = .members(try json.required("members"))
    }
  }
}

private struct DirectionName: JSONDecodable {
  let direction: MethodDefinition.Direction

  init(json: JSONValue) throws(DecodingFailure) {
    let name = try String(json: json)
    guard let direction = MethodDefinition.Direction(rawValue: name) else {
      throw DecodingFailure(expected: "direction", found: name)
    }
    self.direction = direction
  }
}

extension JSONValue {
  /// Reads the member `name` as one of an enumeration's raw values.
  func choice<T: RawRepresentable<String>>(_ name: String) throws(DecodingFailure) -> T {
    let text: String = try required(name)
    guard let value = T(rawValue: text) else {
      throw DecodingFailure(path: "/\(name)", expected: "\(T.self)", found: text)
    }
    return value
  }
}
