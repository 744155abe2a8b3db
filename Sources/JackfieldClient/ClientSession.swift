import HostProtocol
import JSON
public import JSONRPC

/// The messages of one session, without a socket: what is to be sent comes out, what came goes in.
///
/// `ClientConnection` drives it in a blocking way; any other way of waiting can drive it as well.
/// Messages are one JSON text a line, and results are handed out as the bytes that came.
public struct ClientSession {
  /// What the host said.
  public enum Incoming: Sendable {
    /// The answer to a call: the JSON text of the result, or an error.
    case answer(CallID, Result<[UInt8], ResponseError>)
    /// A notification.
    case notification(IncomingNotification)
  }

  /// The calls that were sent and not answered yet.
  public private(set) var openCalls: Set<CallID> = []
  /// What is to be sent; `didSend` takes it away.
  public private(set) var output: [UInt8] = []

  private var decoder: FrameDecoder
  private var lastCall: Int64 = 0

  /// Creates a session in which nothing has been said.
  ///
  /// The decoder is as strict with the host as the host is with front ends: whatever is no message is
  /// a fault.
  public init() {
    decoder = FrameDecoder(role: .frontEnd, limits: Self.limits, pool: FramePool())
  }

  /// What a host may send: the largest answer of a plugin, and its envelope around it.
  private static let limits = DecoderLimits(
    message: DecoderLimits.pluginMessage + 64 * 1024, depth: DecoderLimits.defaultDepth + 1)
}

// MARK: - Sending

extension ClientSession {
  /// Queues a request and opens its call.
  ///
  /// `params` is the text of a JSON object or array, valid since nobody checks it here; nil for none.
  public mutating func call(_ method: String, params: [UInt8]? = nil) -> CallID {
    lastCall += 1
    let call = CallID(number: lastCall)
    openCalls.insert(call)
    queue(method, id: call, params: params)
    return call
  }

  /// Queues a notification.
  ///
  /// `params` is the text of a JSON object or array, valid since nobody checks it here; nil for none.
  public mutating func notify(_ method: String, params: [UInt8]? = nil) {
    queue(method, id: nil, params: params)
  }

  /// Asks the host to cancel a call; the call is still answered. Nothing happens if it has been.
  public mutating func cancel(_ call: CallID) {
    guard openCalls.contains(call) else { return }
    let id = RequestID(Int(call.number))
    notify(Method.cancelRequest.rawValue, params: CancelRequest(id: id).jsonBytes())
  }

  /// Forgets a call; an answer that still comes is dropped.
  public mutating func abandon(_ call: CallID) {
    openCalls.remove(call)
  }

  /// Takes away the first `count` bytes of `output`.
  public mutating func didSend(_ count: Int) {
    output.removeFirst(count)
  }

  /// Appends a message and its line end. Line breaks in `params` can only be white space between
  /// tokens and become blanks, since they would end the message.
  private mutating func queue(_ method: String, id: CallID?, params: [UInt8]?) {
    var writer = JSONWriter(appendingTo: output)
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    writer.member("id", id?.number)
    writer.member("method", method)
    if let params {
      writer.name("params")
      writer.raw(params.contains(where: Self.isLineBreak) ? params.map(Self.withoutBreak) : params)
    }
    writer.endObject()
    output = writer.bytes
    output.append(0x0A)
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private static func withoutBreak(_ byte: UInt8) -> UInt8 { isLineBreak(byte) ? 0x20 : byte }
}

// MARK: - Receiving

extension ClientSession {
  /// Lends space for bytes that came; `body` returns how many it filled in.
  public mutating func withSpace(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    decoder.withSpace(body)
  }

  /// The next thing that the host said; nil when more bytes are needed.
  ///
  /// - Throws: `protocolViolation` where no more can be understood.
  public mutating func next() throws(ClientError) -> Incoming? {
    while let decoded = decoder.next() {
      if let incoming = try read(decoded) { return incoming }
    }
    return nil
  }

  /// Tells, once `next` has returned nil, that nothing more will come.
  ///
  /// - Returns: A last message without its line end.
  /// - Throws: `protocolViolation` where it ends inside of a message.
  public mutating func finish() throws(ClientError) -> Incoming? {
    guard let decoded = decoder.finish() else { return nil }
    return try read(decoded)
  }

  private mutating func read(_ decoded: Decoded) throws(ClientError) -> Incoming? {
    switch decoded {
    case .frame(let frame): return try read(frame)
    case .text(let line):
      throw .protocolViolation("it sent a line that is no message: \(Self.quotation(line))")
    case .fault(let fault): throw .protocolViolation(fault.explanation)
    }
  }

  private mutating func read(_ frame: Frame) throws(ClientError) -> Incoming? {
    guard case .message(let envelope) = frame.content else { throw Self.violation(frame) }
    switch envelope.kind {
    case .response: return try readAnswer(envelope, in: frame)
    case .notification: return .notification(IncomingNotification(envelope, in: frame.slice))
    case .invalid(.responseWithoutID) where envelope.error.isPresent:
      // The host could not read a message of ours well enough to say which.
      throw .response(ResponseError(verbatim: frame.slice[envelope.error].bytes))
    case .request, .invalid: throw Self.violation(frame)
    }
  }

  /// The answer to an open call; nil for one that was abandoned.
  private mutating func readAnswer(
    _ envelope: Envelope, in frame: Frame
  ) throws(ClientError) -> Incoming? {
    let id = RequestID(verbatim: frame.slice[envelope.id].bytes)
    guard let number = id.integer, number >= 1, number <= lastCall else {
      throw Self.violation(frame)
    }
    let call = CallID(number: number)
    guard openCalls.remove(call) != nil else { return nil }
    return envelope.error.isPresent
      ? .answer(call, .failure(ResponseError(verbatim: frame.slice[envelope.error].bytes)))
      : .answer(call, .success(Array(frame.slice[envelope.result].bytes)))
  }

  private static func violation(_ frame: Frame) -> ClientError {
    .protocolViolation("it sent what no front end understands: \(quotation(frame.slice))")
  }

  private static func quotation(_ slice: FrameSlice) -> String {
    String(decoding: slice.bytes.prefix(longestQuotation), as: UTF8.self)
  }

  /// Bytes of a bad message that an error quotes: enough to recognise it, and one line.
  private static let longestQuotation = 80
}
