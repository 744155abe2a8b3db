public import JSON
public import JSONRPC
public import SystemIO

/// Why a client did not get what it wanted.
public enum ClientError: Error, Sendable {
  /// There is no connection to a host.
  case unavailable(HostUnavailable)
  /// The host closed the connection before everything was answered.
  case hostClosed
  /// The host sent something that the protocol does not allow; the connection is of no more use.
  case protocolViolation(String)
  /// The answer is an error.
  case response(ResponseError)
  /// The answer is a result of another shape than the method's.
  case unexpectedResult(method: String, DecodingFailure)
  /// The deadline passed; the call stays open until it is waited for again or abandoned.
  case deadlineExceeded
  /// The descriptor that interrupts a wait became readable; the call stays open.
  case interrupted
  /// The machine refused something, as in `read: Connection reset by peer (ECONNRESET)`.
  case system(String)
}

extension ClientError: CustomStringConvertible {
  /// The cause, in one sentence without its full stop.
  public var description: String {
    switch self {
    case .unavailable(let why): why.description
    case .hostClosed: "the host closed the connection before it answered"
    case .protocolViolation(let what): "the host broke the protocol: \(what)"
    case .response(let error): "the answer is error \(error.code.rawValue): \(error.message)"
    case .unexpectedResult(let method, let failure): "the result of \(method) is odd: \(failure)"
    case .deadlineExceeded: "the time was over before the answer came"
    case .interrupted: "interrupted"
    case .system(let reason): reason
    }
  }
}
