/// A value that writes itself as JSON.
public protocol JSONEncodable {
  /// Writes exactly one JSON value.
  func encode(into writer: inout JSONWriter)
}

extension JSONEncodable {
  /// The value as compact JSON text in UTF-8.
  public func jsonBytes() -> [UInt8] {
    var writer = JSONWriter()
    encode(into: &writer)
    return writer.bytes
  }
}
