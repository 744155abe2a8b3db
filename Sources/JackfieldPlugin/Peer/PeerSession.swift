import HostProtocol
import JSON
import JSONRPC

/// The messages of one connection, without a descriptor: what is to be sent comes out, what came goes
/// in.
///
/// What is no message is answered here; everything else is for the owner.
struct PeerSession {
  /// What the peer said.
  enum Incoming: Sendable {
    /// A request, to be answered once.
    case request(IncomingRequest)
    /// A notification: the method, and the JSON text of the params, empty if there are none.
    case notification(method: String, params: [UInt8])
    /// The answer to the request with that number: the JSON text of the result, or an error.
    case answer(to: Int, Result<[UInt8], ResponseError>)
    /// Nothing that follows can be understood.
    case broken(String)
  }

  /// What is to be sent.
  private(set) var output = OutputQueue()

  private var decoder: FrameDecoder
  private var lastRequest = 0

  /// Creates a session in which nothing has been said.
  init(role: FrameDecoder.Role) {
    decoder = FrameDecoder(role: role, limits: Self.limits, pool: FramePool())
  }

  /// What a host may send: the largest answer of another plugin, and its envelope around it.
  private static let limits = DecoderLimits(
    message: DecoderLimits.pluginMessage + 64 * 1024, depth: DecoderLimits.defaultDepth + 1)
}

// MARK: - Sending

extension PeerSession {
  /// The number of a request to come, which is its id.
  mutating func makeRequestNumber() -> Int {
    lastRequest += 1
    return lastRequest
  }

  /// Queues a request; `params` is valid JSON text.
  mutating func request(_ number: Int, _ method: String, _ params: [UInt8]) {
    send { writer in
      writer.member("id", number)
      writer.member("method", method)
      writer.name("params")
      writer.raw(params)
    }
  }

  /// Queues a notification; `params` is valid JSON text.
  mutating func notify(_ method: String, _ params: [UInt8]) {
    send { writer in
      writer.member("method", method)
      writer.name("params")
      writer.raw(params)
    }
  }

  /// Queues an answer; a result is valid JSON text.
  mutating func answer(_ id: RequestID?, _ answer: Result<[UInt8], ResponseError>) {
    send { writer in
      writer.name("id")
      if let id { writer.value(id) } else { writer.null() }
      switch answer {
      case .success(let result):
        writer.name("result")
        writer.raw(result)
      case .failure(let error): writer.member("error", error)
      }
    }
  }

  /// Takes away the first bytes of `output`.
  mutating func didSend(_ count: Int) { output.remove(count) }

  /// Forgets what was queued, since nobody reads it.
  mutating func dropOutput() { output = OutputQueue() }

  private mutating func send(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    body(&writer)
    writer.endObject()
    // Before the peer's first byte nobody knows how it frames its messages.
    output.append(writer.bytes, decoder.framing ?? .lines)
  }
}

// MARK: - Receiving

extension PeerSession {
  /// Lends space for bytes that came; `body` returns how many it filled in.
  mutating func withSpace(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    decoder.withSpace(body)
  }

  /// The next thing that the peer said; nil when more bytes are needed.
  mutating func next() -> Incoming? {
    while let decoded = decoder.next() {
      if let incoming = read(decoded) { return incoming }
    }
    return nil
  }

  /// Tells, once `next` has returned nil, that nothing more will come; a last message without its line
  /// end counts.
  mutating func finish() -> Incoming? {
    decoder.finish().flatMap { read($0) }
  }

  private mutating func read(_ decoded: Decoded) -> Incoming? {
    switch decoded {
    case .frame(let frame): return read(frame)
    case .text(let line): return .broken("a line that is no message: \(Self.quotation(line))")
    case .fault(let fault): return read(fault)
    }
  }

  private mutating func read(_ fault: DecodingFault) -> Incoming? {
    let id = fault.id.isEmpty ? nil : fault.id.withUnsafeBytes { RequestID(verbatim: $0) }
    switch fault.kind {
    case .tooLarge(let limit):
      answer(id, .failure(.tooLarge(fault.explanation, limit: limit)))
      return nil
    case .unframeable, .truncated, .tooMuchJunk:
      refuse(id, .parseError, fault.explanation)
      return .broken(fault.explanation)
    }
  }

  private mutating func read(_ frame: Frame) -> Incoming? {
    switch frame.content {
    case .message(let envelope): return read(envelope, in: frame.slice)
    case .batch, .emptyBatch, .oversizedBatch:
      refuse(nil, .invalidRequest, "Hosts and plugins send no batches.")
    case .malformed(let failure, let id):
      let id = id.isPresent ? RequestID(verbatim: frame.slice[id].bytes) : nil
      answer(id, .failure(.unparsable(failure)))
    }
    return nil
  }

  private mutating func read(_ envelope: Envelope, in slice: FrameSlice) -> Incoming? {
    switch envelope.kind {
    case .request:
      return .request(
        IncomingRequest(
          id: RequestID(verbatim: slice[envelope.id].bytes),
          method: Self.method(envelope, in: slice),
          params: Array(slice[envelope.params].bytes)))
    case .notification:
      return .notification(
        method: Self.method(envelope, in: slice), params: Array(slice[envelope.params].bytes))
    case .response: return readAnswer(envelope, in: slice)
    case .invalid(let fault):
      let id = envelope.id.isPresent ? RequestID(verbatim: slice[envelope.id].bytes) : nil
      refuse(id, .invalidRequest, "This is no JSON-RPC 2.0 message: \(fault).")
      return nil
    }
  }

  /// The answer to a request of ours; what answers nothing is ignored.
  private func readAnswer(_ envelope: Envelope, in slice: FrameSlice) -> Incoming? {
    let id = RequestID(verbatim: slice[envelope.id].bytes)
    guard let number = id.integer, number >= 1, number <= lastRequest else { return nil }
    guard envelope.error.isPresent else {
      return .answer(to: Int(number), .success(Array(slice[envelope.result].bytes)))
    }
    return .answer(
      to: Int(number), .failure(ResponseError(verbatim: slice[envelope.error].bytes)))
  }

  private mutating func refuse(_ id: RequestID?, _ code: ErrorCode, _ message: String) {
    answer(id, .failure(ResponseError(code: code, message: message)))
  }

  private static func method(_ envelope: Envelope, in slice: FrameSlice) -> String {
    var name: [UInt8] = []
    JSONCursor.appendUnescaped(slice[envelope.method].bytes, to: &name)
    return String(decoding: name, as: UTF8.self)
  }

  private static func quotation(_ slice: FrameSlice) -> String {
    String(decoding: slice.bytes.prefix(longestQuotation), as: UTF8.self)
  }

  /// Bytes of a stray line that are quoted: enough to recognise it.
  private static let longestQuotation = 80
}
