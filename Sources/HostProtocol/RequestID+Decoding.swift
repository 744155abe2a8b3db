public import JSON
public import JSONRPC

extension RequestID: JSONDecodable {
  /// What an id may be.
  public static var schemaType: String { "string or number" }

  /// Reads a string or a number, of which only type and value matter.
  public init(json: JSONValue) throws(DecodingFailure) {
    switch json.kind {
    case .string, .integer, .real:
      self = json.jsonBytes().withUnsafeBytes { RequestID(verbatim: $0) }
    default:
      throw DecodingFailure(expected: Self.schemaType, found: json)
    }
  }
}
