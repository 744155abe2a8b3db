import JSONRPC

/// Cuts what a host writes into messages, and takes nothing but what rule F-4 allows.
///
/// The host's own decoder is lenient, as a reader should be; a judge must not be.
struct FrameCutter {
  private let framing: Framing
  private var bytes: [UInt8] = []
  /// Where the next message begins.
  private var start = 0
  /// Where the search for the end of a line goes on.
  private var searched = 0

  /// Creates a cutter for a connection in `framing`.
  init(framing: Framing) {
    self.framing = framing
  }

  /// Takes bytes that came.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  /// What came and has not become a message.
  var rest: [UInt8] { Array(bytes[start...]) }

  /// The next message's text; nil when more must come.
  mutating func next() throws(Failure) -> [UInt8]? {
    let message =
      switch framing {
      case .lines: try nextLine()
      case .headers: try nextBody()
      }
    if message != nil { forgetWhatWasCut() }
    return message
  }

  private mutating func nextLine() throws(Failure) -> [UInt8]? {
    guard let end = bytes[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = Array(bytes[start..<end])
    start = end + 1
    guard !line.isEmpty, !line.contains(UInt8(ascii: "\r")) else {
      throw Failure("a line is empty or has a carriage return", rule: "F-4", received: line)
    }
    return line
  }

  private mutating func nextBody() throws(Failure) -> [UInt8]? {
    guard let header = bytes[start...].firstRange(of: "\r\n\r\n".utf8) else { return nil }
    guard let length = FrameCutter.length(in: bytes[start..<header.lowerBound]) else {
      throw Failure(
        "a header is not `Content-Length: N` alone", rule: "F-4",
        received: Array(bytes[start..<header.lowerBound]))
    }
    guard bytes.count - header.upperBound >= length else { return nil }
    start = header.upperBound + length
    return Array(bytes[header.upperBound..<start])
  }

  /// The number in `Content-Length: N`, which must be written like that and in no other way.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: header, as: UTF8.self)
    guard let length = Int(text.drop { $0 != " " }.dropFirst()), length >= 0 else { return nil }
    return text == "Content-Length: \(length)" ? length : nil
  }

  private mutating func forgetWhatWasCut() {
    searched = 0
    guard start == bytes.count || start >= FrameCutter.keptBytes else { return }
    bytes.removeSubrange(..<start)
    start = 0
  }

  /// Bytes of messages that were cut and are kept, so that not each message moves those behind it.
  private static let keptBytes = 1 << 16
}
