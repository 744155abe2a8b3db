import JSON

/// A JSON text that is being put together, members in the order in which they were added.
indirect enum Tree {
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case array([Tree])
  case object([(String, Tree)])
  /// A value of the model, as it stands there.
  case value(JSONValue)
}

extension Tree: JSONEncodable {
  func encode(into writer: inout JSONWriter) {
    switch self {
    case .string(let text): writer.value(text)
    case .integer(let number): writer.value(number)
    case .boolean(let flag): writer.value(flag)
    case .value(let value): writer.value(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.encode(into: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (name, value) in members {
        writer.name(name)
        value.encode(into: &writer)
      }
      writer.endObject()
    }
  }
}

extension Tree {
  /// A reference to a schema.
  static func reference(_ pointer: String) -> Tree { ["$ref": .string(pointer)] }

  /// The text on many lines, with a line end at its end.
  func pretty() throws(JSONParseError) -> String {
    try JSONValue.parse(jsonBytes()).serialized(.pretty) + "\n"
  }

  /// The text on one line.
  func compact() -> String { String(decoding: jsonBytes(), as: UTF8.self) }

  /// The same object with more members.
  func adding(_ more: [(String, Tree)]) -> Tree {
    guard case .object(let members) = self else { return self }
    return .object(members + more)
  }
}

extension Tree: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  init(arrayLiteral elements: Tree...) { self = .array(elements) }
  init(dictionaryLiteral members: (String, Tree)...) { self = .object(members) }
}
