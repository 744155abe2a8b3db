import HostProtocol
import JSON
import JSONRPC

/// What a plugin answered to a call: its `result` or its `error`, as written.
struct PluginAnswer {
  let value: FrameSlice
  let isError: Bool
  let hasLineBreaks: Bool

  /// Whether it is a result that says nothing, which is one of a call that asks for nothing.
  var isNull: Bool { !isError && value.bytes.elementsEqual("null".utf8) }

  /// The answer's error, for the log and for `errors` of `Completions`.
  var errorSummary: SearchFailure? { isError ? SearchFailure(error) : nil }

  /// The answer's error; one that can't be read is -32008.
  var error: ResponseError {
    do { return try ResponseError(json: JSONValue.parse(value.bytes)) } catch {
      return ResponseError(code: .malformedAnswer, message: "its error can't be read: \(error)")
    }
  }
}
