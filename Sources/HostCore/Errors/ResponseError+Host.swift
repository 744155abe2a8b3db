import HostProtocol
import JSON
import JSONRPC

/// The errors that the host itself answers with: one sentence each, and facts for programs.
extension ResponseError {
  // MARK: The request

  static func parseError(_ sentence: String) -> ResponseError {
    ResponseError(code: .parseError, message: sentence)
  }

  static func unparsable(_ failure: ScanFailure) -> ResponseError {
    if case .tooDeep(let limit) = failure.reason {
      return ResponseError(
        code: .messageTooLarge, message: failure.explanation, data: ErrorData(limit: limit))
    }
    return ResponseError(
      code: .parseError, message: failure.explanation, data: ErrorData(offset: failure.offset))
  }

  static func invalidRequest(_ sentence: String) -> ResponseError {
    ResponseError(code: .invalidRequest, message: sentence)
  }

  static func oversizedBatch(count: Int, limit: Int) -> ResponseError {
    ResponseError(
      code: .invalidRequest,
      message: "A batch holds at most \(limit) messages and this one holds \(count); split it.",
      data: ErrorData(limit: limit, got: count))
  }

  static func methodNotFound(_ method: String) -> ResponseError {
    ResponseError(
      code: .methodNotFound,
      message:
        "There is no method \(method.quoted) here; rpc.discover and plugin/list tell which there are."
    )
  }

  static func unreadableParams(_ failure: JSONParseError) -> ResponseError {
    switch failure.kind {
    case .duplicateMember:
      ResponseError(code: .parseError, message: "The params have a member twice: \(failure).")
    case .syntax, .unrepresentable:
      ResponseError(
        code: .invalidParams, message: "The params hold a value that can't be read: \(failure).",
        data: ErrorData(
          path: "", expected: "integers below 2^63, finite numbers, names without U+0000",
          found: failure.reason))
    }
  }

  static func tooLarge(_ sentence: String, limit: Int? = nil, got: Int? = nil) -> ResponseError {
    ResponseError(
      code: .messageTooLarge, message: sentence, data: ErrorData(limit: limit, got: got))
  }

  static func overloaded(_ sentence: String, limit: Int? = nil) -> ResponseError {
    ResponseError(code: .overloaded, message: sentence, data: ErrorData(limit: limit))
  }

  static func cancelled() -> ResponseError {
    ResponseError(code: .requestCancelled, message: "The request was cancelled.")
  }

  static func superseded(_ why: String) -> ResponseError {
    ResponseError(
      code: .superseded, message: "A newer request took this one's place: \(why).",
      data: ErrorData(reason: why))
  }

  static func unknownObject(_ kind: String, _ name: String) -> ResponseError {
    ResponseError(
      code: .unknownObject, message: "There is no \(kind) \(name.quoted) in this session.")
  }

  static func noFrontEnd(_ why: String) -> ResponseError {
    ResponseError(
      code: .noFrontEnd, message: "There is no front end that could show it: \(why).",
      data: ErrorData(reason: why))
  }

  static func callCycle(_ why: String) -> ResponseError {
    ResponseError(
      code: .callCycle, message: "The call would go round in a circle: \(why).",
      data: ErrorData(reason: why))
  }

  static func unknownCause(_ id: RequestID) -> ResponseError {
    ResponseError(
      code: .invalidParams,
      message: "The cause \(id) is no request that this plugin got and answered just now.",
      data: ErrorData(
        path: "/_meta/cause", expected: "the id of a request from the host",
        found: id.description))
  }

  // MARK: The session

  static func notInitialized() -> ResponseError {
    ResponseError(
      code: .notInitialized,
      message:
        "The first request must be initialize, for instance {\"protocol\": {\"min\": 1, \"max\": 1}}."
    )
  }

  static func alreadyInitialized() -> ResponseError {
    ResponseError(
      code: .alreadyInitialized, message: "This session is initialized; initialize is sent once.")
  }

  static func afterShutdown() -> ResponseError {
    .invalidRequest(
      "After shutdown only ping and exit are served; connect again for a new session.")
  }

  static func helloTimedOut(_ limit: Duration) -> ResponseError {
    ResponseError(
      code: .notInitialized,
      message: "No initialize came within \(limit.inWords); the connection is closed.")
  }

  static func noCommonVersion(host: ProtocolRange, peer: ProtocolRange) -> ResponseError {
    ResponseError(
      code: .noCommonVersion,
      message: """
        This host speaks protocol \(host.min) to \(host.max) and the front end \(peer.min) to \
        \(peer.max); update the older of the two.
        """,
      data: ErrorData(host: host, peer: peer))
  }

  // MARK: The plugin

  static func malformedAnswer(plugin: String, _ explanation: String) -> ResponseError {
    ResponseError(
      code: .malformedAnswer,
      message: "The plugin \(plugin) gave an answer that can't be used: \(explanation)",
      data: ErrorData(plugin: plugin, reason: explanation))
  }

  static func deadlineExceeded(plugin: String) -> ResponseError {
    let reason = "it did not answer in time"
    return ResponseError(
      code: .deadlineExceeded, message: "The plugin \(plugin) did not answer in time.",
      data: ErrorData(plugin: plugin, reason: reason))
  }

  /// A plugin that runs and owes the answer to `initialize` may have written it and not flushed it.
  static func stillStarting(plugin: String, owesHandshake: Bool) -> ResponseError {
    let reason =
      owesHandshake
      ? "it has not answered initialize yet; does it flush its output?" : "it is still starting"
    return ResponseError(
      code: .deadlineExceeded, message: "The plugin \(plugin) did not answer in time: \(reason)",
      data: ErrorData(plugin: plugin, reason: reason))
  }

  static func methodNotImplemented(_ plugin: String, _ method: Method) -> ResponseError {
    ResponseError(
      code: .methodNotFound,
      message: "The plugin \(plugin) does not list \(method.rawValue) in implements.",
      data: ErrorData(plugin: plugin, reason: "\(method.rawValue) is not implemented"))
  }

  static func unavailable(_ facts: ErrorData) -> ResponseError {
    ResponseError(
      code: .pluginUnavailable, message: sentence("does not run", facts), data: facts)
  }

  static func pluginFailed(_ facts: ErrorData) -> ResponseError {
    ResponseError(
      code: .pluginFailed, message: sentence("failed while the request was open", facts),
      data: facts)
  }

  static func quarantined(_ facts: ErrorData) -> ResponseError {
    ResponseError(
      code: .pluginQuarantined,
      message: sentence("is quarantined; plugin/restart starts it again", facts), data: facts)
  }

  private static func sentence(_ what: String, _ facts: ErrorData) -> String {
    let name = facts.plugin ?? "?"
    guard let reason = facts.reason, !reason.isEmpty else { return "The plugin \(name) \(what)." }
    return "The plugin \(name) \(what): \(reason)."
  }
}

extension Duration {
  /// The duration as a person says it: `10 s`, `250 ms`.
  var inWords: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds) s" : "\(seconds * 1000 + milliseconds) ms"
  }
}
