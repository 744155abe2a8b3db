/// Why a JSON value is not a JSON-RPC 2.0 message, in the words of the answer.
public enum InvalidEnvelope: Equatable, Sendable {
  /// Not an object.
  case notAnObject
  /// `jsonrpc` is there and not `"2.0"`.
  case wrongVersion
  /// `id` is neither a string nor a number (null counts as wrong in a request).
  case wrongIDType
  /// `method` is not a string.
  case methodNotAString
  /// `params` is neither an object, an array, nor null.
  case paramsNotStructured
  /// There is no `method`, `result` or `error`.
  case noMethodOrResult
  /// `result` and `error` are both there, or one of them beside a `method`.
  case ambiguous
  /// A response without a usable `id`.
  case responseWithoutID
  /// `error` is not an object with an integer `code` and a string `message`.
  case malformedError
}
