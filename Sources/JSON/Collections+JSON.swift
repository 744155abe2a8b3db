// Arrays and dictionaries as JSON. Where an array is expected `{}` counts as `[]`, and the other way
// round: Lua, PHP and Neovim can't tell an empty array from an empty object.

extension Array: JSONEncodable where Element: JSONEncodable {
  /// Writes an array.
  public func encode(into writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.encode(into: &writer) }
    writer.endArray()
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  /// The name in JSON Schema.
  public static var schemaType: String { "array" }

  /// Reads an array; the path of a failure starts with the element's index.
  public init(json: JSONValue) throws(DecodingFailure) {
    guard json.kind == .array || (json.kind == .object && json.count == 0) else {
      throw DecodingFailure(expected: Self.schemaType, found: json)
    }
    self = []
    reserveCapacity(json.count)
    for (index, element) in json.elements.enumerated() {
      do {
        append(try Element(json: element))
      } catch {
        throw error.inside(String(index))
      }
    }
  }
}

extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
  /// Writes an object, members sorted by the bytes of their names so that equal values give equal texts.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    for name in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      writer.name(name)
      self[name]?.encode(into: &writer)
    }
    writer.endObject()
  }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
  /// Reads an object; the path of a failure starts with the member's name.
  ///
  /// Names that are canonically equal are equal as Swift's strings: of these the last one wins.
  public init(json: JSONValue) throws(DecodingFailure) {
    try json.requireObject()
    self = [:]
    reserveCapacity(json.count)
    for member in json.members {
      do {
        self[member.name] = try Value(json: member.value)
      } catch {
        throw error.inside(member.name)
      }
    }
  }
}
