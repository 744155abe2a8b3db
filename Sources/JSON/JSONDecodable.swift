/// A value that is made from parsed JSON.
public protocol JSONDecodable {
  /// What JSON Schema calls values of this type, for failures; `object` unless a type says otherwise.
  static var schemaType: String { get }

  /// Reads the value; the failure's path is relative to `json`.
  init(json: JSONValue) throws(DecodingFailure)
}

extension JSONDecodable {
  /// The name for types that are made from objects, which most are.
  public static var schemaType: String { "object" }
}
