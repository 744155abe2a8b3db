import JSONRPC
import Testing

/// What a decoder told, in a form that can be compared.
enum Event: Equatable {
  case frame(String, Frame.Content)
  case text(String)
  case fault(DecodingFault.Kind, id: String)

  init(_ decoded: Decoded) {
    switch decoded {
    case .frame(let frame):
      self = .frame(String(decoding: frame.slice.bytes, as: UTF8.self), frame.content)
    case .text(let slice): self = .text(String(decoding: slice.bytes, as: UTF8.self))
    case .fault(let fault): self = .fault(fault.kind, id: String(decoding: fault.id, as: UTF8.self))
    }
  }

  /// The frame of a text that is one message; its content is the oracle's.
  static func frame(_ text: String) -> Event {
    .frame(text, Oracle.content(of: Array(text.utf8)))
  }

  static let unframeable = Event.fault(.unframeable, id: "")
  static let truncated = Event.fault(.truncated, id: "")

  /// The text of a frame.
  var frameText: String? {
    guard case .frame(let text, _) = self else { return nil }
    return text
  }

  /// What is in a frame.
  var content: Frame.Content? {
    guard case .frame(_, let content) = self else { return nil }
    return content
  }
}

/// A decoder with everything that it told.
struct DecoderRun {
  var decoder: FrameDecoder
  var events: [Event] = []
  var explanations: [String] = []

  init(_ role: FrameDecoder.Role, _ limits: DecoderLimits? = nil, pool: FramePool = FramePool()) {
    let limits = limits ?? (role == .frontEnd ? .frontEnd : .plugin)
    decoder = FrameDecoder(role: role, limits: limits, pool: pool)
  }

  /// Takes some bytes and tells what they held.
  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { decoder.append($0) }
    while let decoded = decoder.next() { note(decoded) }
  }

  /// Takes some text and tells what it held.
  mutating func feed(_ text: String) { feed(Array(text.utf8)[...]) }

  /// Ends the stream.
  mutating func finish() {
    if let decoded = decoder.finish() { note(decoded) }
  }

  private mutating func note(_ decoded: Decoded) {
    events.append(Event(decoded))
    if case .fault(let fault) = decoded { explanations.append(fault.explanation) }
  }
}

/// Decodes a stream whole, byte by byte and in random pieces, checks that the same comes out, and returns
/// the run in which it came whole.
@discardableResult
func decode(
  _ stream: [UInt8], _ role: FrameDecoder.Role, _ limits: DecoderLimits? = nil,
  location: SourceLocation = #_sourceLocation
) -> DecoderRun {
  var generator = SeededGenerator(seed: UInt64(stream.count))
  var runs: [DecoderRun] = []
  for chunking in [Chunking.whole, .bytewise, .random, .random] {
    var run = DecoderRun(role, limits)
    for piece in chunking.pieces(stream, &generator) { run.feed(piece) }
    run.finish()
    if let first = runs.first {
      #expect(run.events == first.events, "\(chunking)", sourceLocation: location)
    }
    runs.append(run)
  }
  return runs[0]
}

/// Decodes a stream in all ways, alone and twice in a row, and checks what comes out.
///
/// - Returns: The explanations of the faults.
@discardableResult
func check(
  _ stream: String, _ role: FrameDecoder.Role, _ events: [Event], isRepeatable: Bool = true,
  _ limits: DecoderLimits? = nil, location: SourceLocation = #_sourceLocation
) -> [String] {
  let run = decode(Array(stream.utf8), role, limits, location: location)
  #expect(run.events == events, sourceLocation: location)
  if isRepeatable {
    let twice = decode(Array((stream + stream).utf8), role, limits, location: location)
    #expect(twice.events == events + events, sourceLocation: location)
  }
  return run.explanations
}

/// A frame with headers around `text`.
func withHeaders(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
