public import JSON
public import JSONRPC

// The errors that reading a message can give.

extension ResponseError {
  /// The error -32008 for a plugin's answer that is not of the method's type.
  public static func malformedAnswer(
    of plugin: String, to method: Method, _ failure: DecodingFailure
  ) -> ResponseError {
    ResponseError(
      code: .malformedAnswer,
      message: "Plugin \(plugin) answered \(method.rawValue) with something else: \(failure).",
      data: ErrorData(
        plugin: plugin, path: failure.path, expected: failure.expected, found: failure.found))
  }

  /// The error -32008 for a plugin's answer that can't be read at all.
  public static func malformedAnswer(
    of plugin: String, to method: Method, reason: String
  ) -> ResponseError {
    ResponseError(
      code: .malformedAnswer,
      message: "Plugin \(plugin) answered \(method.rawValue) with something unreadable: \(reason).",
      data: ErrorData(plugin: plugin, reason: reason))
  }

  /// The error -32011 for params or a result that are too large to be read.
  public static func tooMuchToRead(_ count: Int, limit: Int) -> ResponseError {
    ResponseError(
      code: .messageTooLarge,
      message: "At most \(limit) bytes are read here, and there are \(count).",
      data: ErrorData(limit: limit, got: count))
  }

  /// The error for params that a tree can't hold: -32700 for a member that stands twice, else -32602.
  public static func unreadable(_ error: JSONParseError) -> ResponseError {
    ResponseError(
      code: error.kind == .unrepresentable ? .invalidParams : .parseError,
      message: "The params can't be read: \(error).",
      data: ErrorData(reason: error.reason, offset: error.offset))
  }
}
