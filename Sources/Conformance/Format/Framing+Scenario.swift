import JSONRPC

extension Framing {
  /// Both, in the order in which checks are played.
  static let all: [Framing] = [.lines, .headers]

  /// The message with what this framing puts around it.
  func frame(_ message: [UInt8]) -> [UInt8] {
    switch self {
    case .lines: message + [UInt8(ascii: "\n")]
    case .headers: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
  }
}
