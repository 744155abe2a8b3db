public import JSON

/// The result of a request that only needs to be told that it is done: `{}` on the wire.
public struct Empty: Equatable, Sendable {
  /// Creates the result.
  public init() {}
}

extension Empty: JSONDecodable {
  /// Takes any value: where no result is named, peers answer `{}`, `null` or whatever they like.
  public init(json: JSONValue) throws(DecodingFailure) {}
}

extension Empty: JSONEncodable {
  /// Writes `{}`.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
