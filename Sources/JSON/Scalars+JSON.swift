// The scalars of the standard library as JSON.

extension String: JSONEncodable, JSONDecodable {
  /// The name in JSON Schema.
  public static var schemaType: String { "string" }

  /// Reads a string.
  public init(json: JSONValue) throws(DecodingFailure) {
    guard let value = json.string else {
      throw DecodingFailure(expected: Self.schemaType, found: json)
    }
    self = value
  }

  /// Writes a string.
  public func encode(into writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: JSONEncodable, JSONDecodable {
  /// The name in JSON Schema.
  public static var schemaType: String { "boolean" }

  /// Reads `true` or `false`.
  public init(json: JSONValue) throws(DecodingFailure) {
    guard let value = json.boolean else {
      throw DecodingFailure(expected: Self.schemaType, found: json)
    }
    self = value
  }

  /// Writes `true` or `false`.
  public func encode(into writer: inout JSONWriter) { writer.value(self) }
}

extension Int64: JSONEncodable, JSONDecodable {
  /// The name in JSON Schema.
  public static var schemaType: String { "integer" }

  /// Reads an integer, also one that is written as a real (`3.0`): some languages know no other.
  public init(json: JSONValue) throws(DecodingFailure) {
    guard let value = json.integer ?? json.double.flatMap(Int64.init(whole:)) else {
      throw DecodingFailure(expected: Self.schemaType, found: json)
    }
    self = value
  }

  /// Writes an integer.
  public func encode(into writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONEncodable, JSONDecodable {
  /// The name in JSON Schema.
  public static var schemaType: String { "integer" }

  /// Reads an integer, also one that is written as a real (`3.0`): some languages know no other.
  public init(json: JSONValue) throws(DecodingFailure) {
    self = Int(try Int64(json: json))
  }

  /// Writes an integer.
  public func encode(into writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONEncodable, JSONDecodable {
  /// The name in JSON Schema.
  public static var schemaType: String { "number" }

  /// Reads any number.
  public init(json: JSONValue) throws(DecodingFailure) {
    guard let value = json.double else {
      throw DecodingFailure(expected: Self.schemaType, found: json)
    }
    self = value
  }

  /// Writes a number; one that is not finite becomes `null`, see `JSONWriter.hasNonFiniteNumber`.
  public func encode(into writer: inout JSONWriter) { writer.value(self) }
}

extension JSONValue: JSONEncodable, JSONDecodable {
  /// Any value will do.
  public static var schemaType: String { "value" }

  /// Takes the value as it is.
  public init(json: JSONValue) throws(DecodingFailure) { self = json }

  /// Writes the value as compact text.
  public func encode(into writer: inout JSONWriter) { writer.value(self) }
}
