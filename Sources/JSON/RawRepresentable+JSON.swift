// Enums and open sets of strings or integers as JSON: their raw value.

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  /// Writes the raw value.
  public func encode(into writer: inout JSONWriter) {
    rawValue.encode(into: &writer)
  }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  /// The name of the raw value's type.
  public static var schemaType: String { RawValue.schemaType }

  /// Reads the raw value; one that the type does not know is a failure.
  public init(json: JSONValue) throws(DecodingFailure) {
    guard let value = Self(rawValue: try RawValue(json: json)) else {
      throw DecodingFailure(expected: "known value", found: json)
    }
    self = value
  }
}

extension JSONDecodable where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// Reads a case by its raw value; the failure of an unknown one lists the known ones.
  public init(json: JSONValue) throws(DecodingFailure) {
    let name = try String(json: json)
    guard let value = Self(rawValue: name) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingFailure(expected: "one of \(known)", found: "another string")
    }
    self = value
  }
}
