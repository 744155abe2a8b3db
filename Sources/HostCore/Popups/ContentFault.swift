import HostProtocol
import JSON
import JSONRPC

/// Why a popup's content can't be shown.
enum ContentFault: Error, Equatable {
  /// It is not as the protocol says; the path begins at the content.
  case malformed(DecodingFailure)
  /// It has more of something than the limit allows.
  case tooMany(String, limit: Int, got: Int)
  /// Its text is longer than the limit allows.
  case tooLarge(limit: Int, got: Int)
  /// No front end here knows its format, and it has no text for those that do not.
  case unknownFormat(String)

  /// The answer to the request whose params hold the content as the member `name`, or are it.
  func refusal(ofMember name: String?) -> ResponseError {
    guard case .malformed(let failure) = self else { return refusal }
    return .invalidParams(name.map { failure.inside($0) } ?? failure)
  }

  /// The answer to whoever waits for the content that a plugin answered.
  func refusal(ofAnswerFrom plugin: String) -> ResponseError {
    if case .malformed(let failure) = self {
      return .malformedAnswer(plugin: plugin, "its popup's content is not right: \(failure)")
    }
    return refusal
  }

  private var refusal: ResponseError {
    switch self {
    case .malformed(let failure): .invalidParams(failure)
    case .tooMany(let things, let limit, let got):
      ResponseError(
        code: .overloaded, message: "A popup has at most \(limit) \(things); this one has \(got).",
        data: ErrorData(limit: limit, got: got))
    case .tooLarge(let limit, let got):
      .tooLarge(
        "A popup's content is at most \(limit) bytes as JSON; this one is \(got).", limit: limit,
        got: got)
    case .unknownFormat(let format): .noFrontEnd("the front end does not list the format \(format)")
    }
  }
}
