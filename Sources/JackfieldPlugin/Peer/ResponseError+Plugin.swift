import HostProtocol
import JSON
import JSONRPC

// The errors that a plugin answers with by itself.

extension ResponseError {
  static func tooLarge(_ sentence: String, limit: Int) -> ResponseError {
    ResponseError(code: .messageTooLarge, message: sentence, data: ErrorData(limit: limit))
  }

  static func unparsable(_ failure: ScanFailure) -> ResponseError {
    if case .tooDeep(let limit) = failure.reason {
      return .tooLarge("Arrays and objects are nested more than \(limit) deep.", limit: limit)
    }
    return ResponseError(
      code: .parseError,
      message: "The message is not JSON: what stands at byte \(failure.offset) can't stand there.",
      data: ErrorData(offset: failure.offset))
  }

  static func unreadableParams(_ failure: JSONParseError) -> ResponseError {
    guard failure.kind != .duplicateMember else {
      return ResponseError(
        code: .parseError, message: "The params have a member twice: \(failure).")
    }
    return ResponseError(
      code: .invalidParams, message: "The params hold a value that can't be read: \(failure).",
      data: ErrorData(
        path: "", expected: "integers below 2^63, finite numbers, names without U+0000",
        found: failure.reason))
  }

  static func methodNotFound(_ method: String) -> ResponseError {
    ResponseError(code: .methodNotFound, message: "This plugin has no method \(method).")
  }

  static let cancelled = ResponseError(
    code: .requestCancelled, message: "The request was cancelled.")

  static let notInitialized = ResponseError(
    code: .notInitialized, message: "The first request must be initialize.")

  static let alreadyInitialized = ResponseError(
    code: .alreadyInitialized, message: "initialize is sent once.")

  static let afterShutdown = ResponseError(
    code: .invalidRequest, message: "After shutdown only ping and exit are served.")

  static let idInUse = ResponseError(
    code: .invalidRequest, message: "A request with this id is open already.")

  /// What is answered where a handler throws.
  init(of error: any Error) {
    switch error {
    case let error as ResponseError: self = error
    case let failure as DecodingFailure: self = .invalidParams(failure)
    default: self.init(code: .internalError, message: "\(error)")
    }
  }
}
