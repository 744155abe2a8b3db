import JSON

/// The type of a member as the model writes it: `string`, `[Item]`, `{string}`, `Completions`.
indirect enum TypeExpression: Equatable {
  case string
  case integer
  case number
  case boolean
  /// Any JSON value.
  case any
  /// An object whose members the protocol does not look at.
  case object
  /// A JSON-RPC id: a string or a number, verbatim.
  case id
  /// `[T]`
  case array(TypeExpression)
  /// `{T}`: an object with any names whose members are all of one type.
  case map(TypeExpression)
  /// A type of the model.
  case named(String)

  /// Reads the model's notation.
  init(_ text: String) {
    switch text {
    case "string": self = .string
    case "integer": self = .integer
    case "number": self = .number
    case "boolean": self = .boolean
    case "any": self = .any
    case "object": self = .object
    case "id": self = .id
    default:
      let inner = String(text.dropFirst().dropLast())
      if text.hasPrefix("["), text.hasSuffix("]") {
        self = .array(TypeExpression(inner))
      } else if text.hasPrefix("{"), text.hasSuffix("}") {
        self = .map(TypeExpression(inner))
      } else {
        self = .named(text)
      }
    }
  }

  /// The name of the model's type that this is or holds.
  var referencedName: String? {
    switch self {
    case .named(let name): name
    case .array(let element), .map(let element): element.referencedName
    default: nil
    }
  }

  /// The type in the model's notation, which the reference uses too.
  var notation: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .any: "any"
    case .object: "object"
    case .id: "id"
    case .array(let element): "[\(element.notation)]"
    case .map(let element): "{\(element.notation)}"
    case .named(let name): name
    }
  }
}

extension TypeExpression: JSONDecodable {
  init(json: JSONValue) throws(DecodingFailure) {
    self.init(try String(json: json))
  }
}
