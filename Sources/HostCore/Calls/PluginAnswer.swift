import HostProtocol
import JSON
import JSONRPC

/// What a plugin answered to a call: its `result` or its `error`, as written.
struct PluginAnswer {
  let value: FrameSlice
  let isError: Bool
  let hasLineBreaks: Bool

  /// The answer's error, for the log and for `errors` of `Completions`.
  var errorSummary: SearchFailure? {
    guard isError else { return nil }
    do {
      let error = try ResponseError(json: JSONValue.parse(value.bytes))
      return SearchFailure(code: error.code.rawValue, message: error.message)
    } catch {
      return SearchFailure(
        code: ErrorCode.malformedAnswer.rawValue, message: "its error can't be read: \(error)")
    }
  }
}
