import HostProtocol
import JSON
import JSONRPC

/// Faults of text that is read without a tree, as errors of the protocol.
extension ResponseError {
  /// The params of a request can't be used.
  static func unusableParams(_ fault: ScanFault) -> ResponseError {
    switch fault {
    case .shape(let failure): .invalidParams(failure)
    case .repeated(let path):
      ResponseError(
        code: .parseError, message: "The params have a member twice: \(path).",
        data: ErrorData(path: path))
    case .tooMany(let what, let limit, let got):
      ResponseError(
        code: .overloaded, message: "These are \(got) \(what), and \(limit) at most are taken.",
        data: ErrorData(limit: limit, got: got))
    }
  }

  /// The answer of a plugin can't be used.
  static func unusableAnswer(_ fault: ScanFault, plugin: String) -> ResponseError {
    switch fault {
    case .shape(let failure):
      ResponseError(
        code: .malformedAnswer,
        message: "The plugin \(plugin) gave an answer that can't be used: \(failure).",
        data: ErrorData(
          plugin: plugin, reason: "\(failure)", path: failure.path, expected: failure.expected,
          found: failure.found))
    case .repeated: .malformedAnswer(plugin: plugin, "\(fault.description).")
    case .tooMany(_, let limit, let got):
      ResponseError(
        code: .messageTooLarge,
        message: "The plugin \(plugin) answered more than is taken: \(fault.description).",
        data: ErrorData(plugin: plugin, reason: fault.description, limit: limit, got: got))
    }
  }

  /// An object that belongs to another plugin.
  static func notPermitted(_ kind: String, _ name: String) -> ResponseError {
    ResponseError(
      code: .notPermitted,
      message: "The \(kind) \(name.quoted) is another's; a plugin may change its own only.")
  }
}
