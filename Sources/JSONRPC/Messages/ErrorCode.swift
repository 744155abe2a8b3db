/// The code of an error on the wire: an open set, of which JSON-RPC 2.0 defines five.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Creates a code.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The bytes are not JSON (-32700).
  public static let parseError = ErrorCode(rawValue: -32700)
  /// The JSON is not a JSON-RPC 2.0 message (-32600).
  public static let invalidRequest = ErrorCode(rawValue: -32600)
  /// The method does not exist (-32601).
  public static let methodNotFound = ErrorCode(rawValue: -32601)
  /// The params are not what the method takes (-32602).
  public static let invalidParams = ErrorCode(rawValue: -32602)
  /// The callee failed on its own account (-32603).
  public static let internalError = ErrorCode(rawValue: -32603)
}

extension ErrorCode: CustomStringConvertible {
  /// The number in decimal.
  public var description: String { String(rawValue) }
}
