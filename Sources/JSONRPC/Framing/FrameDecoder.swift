/// Cuts the bytes of one connection into frames, as they come, and looks at each byte once.
///
/// The shell reads into `withSpace`, then calls `next` until it returns nil. A message that is not all
/// there has been scanned as far as it came; a connection between two messages holds no buffer. Over its
/// limit a message is skipped to its end without being stored. A byte order mark before everything is
/// skipped. Not to be copied while in use: a copy would write into the same buffer.
public struct FrameDecoder {
  /// Whose bytes they are, which decides how strict to be.
  public enum Role: Equatable, Sendable {
    /// A front end: the first byte tells the framing, and whatever is no message is an error.
    case frontEnd
    /// A plugin: the framing is fixed, and text that is no message was printed by accident.
    case plugin(Framing)
  }

  /// Whose bytes they are.
  public let role: Role
  /// What is put up with.
  public let limits: DecoderLimits
  /// How the peer frames its messages; nil until a front end's first byte has come.
  public internal(set) var framing: Framing?

  var input: InputBuffer
  var scanner: EnvelopeScanner
  var phase = Phase.start
  /// Bytes at the start of `input` that have been looked at.
  var scanned = 0
  /// Bytes of text that was no message, since the last message.
  var junkCount = 0
  /// The message before, where it has headers.
  var previous: PreviousMessage?

  /// Creates the decoder of a connection.
  public init(role: Role, limits: DecoderLimits, pool: FramePool) {
    self.role = role
    self.limits = limits
    input = InputBuffer(pool: pool)
    switch role {
    case .frontEnd: framing = nil
    case .plugin(let framing): self.framing = framing
    }
    scanner = Self.makeScanner(limits, framing)
  }

  private static func makeScanner(_ limits: DecoderLimits, _ framing: Framing?) -> EnvelopeScanner {
    EnvelopeScanner(
      depthLimit: limits.depth, batchLimit: limits.batch, endsAtLineFeed: framing == .lines)
  }

  /// Fixes the framing, for good.
  mutating func lock(_ framing: Framing) {
    self.framing = framing
    scanner = Self.makeScanner(limits, framing)
  }
}

// MARK: Input

extension FrameDecoder {
  /// Lets `body` read the next bytes into free space, at most `FramePool.bufferCapacity` of them.
  ///
  /// `body` returns how many bytes it read; 0 where there were none. Then call `next`.
  public mutating func withSpace(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    input.withSpace(expected: phase.bodyLength, body)
    if input.count == 0 { input.settle(expected: phase.bodyLength) }
  }

  /// Takes bytes that were read elsewhere; then call `next`.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      withSpace { space in
        let part = rest.prefix(space.count)
        space.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        rest = rest.dropFirst(part.count)
        return part.count
      }
    }
  }

  /// The next thing that the bytes hold; nil until more have come.
  public mutating func next() -> Decoded? {
    while true {
      switch step() {
      case .decoded(let decoded): return decoded
      case .goOn: continue
      case .needsInput:
        input.settle(expected: phase.bodyLength)
        return nil
      }
    }
  }

  /// Bytes that are held for a message that is not all there.
  public var unfinishedByteCount: Int { input.count }

  /// Whether a message has begun and not ended, so that its peer owes the rest.
  public var isInsideFrame: Bool {
    switch phase {
    case .start, .detecting, .idle: input.count > 0
    case .line: role == .frontEnd || mayBecomeMessage
    case .header, .body, .skippingLine, .skippingBody: true
    case .text, .ended: false
    }
  }
}

// MARK: Steps

extension FrameDecoder {
  /// What the decoder is in the middle of.
  enum Phase {
    /// Nothing has come.
    case start
    /// Nothing has come but white space, from somebody whose framing is not known yet.
    case detecting
    /// Between two messages.
    case idle
    /// In a line, which may be a message.
    case line
    /// In a line of text that is none.
    case text
    /// In a header block.
    case header(HeaderBlock)
    /// In a body of so many bytes.
    case body(length: Int)
    /// In a message over the limit.
    case skippingLine(Oversize)
    case skippingBody(Oversize, rest: Int)
    /// Behind a fault that ends everything.
    case ended

    /// The length of the body that is being read; 0 elsewhere.
    var bodyLength: Int {
      guard case .body(let length) = self else { return 0 }
      return length
    }
  }

  /// What came of looking at some bytes.
  enum Step {
    case decoded(Decoded)
    case goOn
    case needsInput
  }

  private mutating func step() -> Step {
    switch phase {
    case .start: begin()
    case .detecting: detect()
    case .idle: framing == .headers ? beginHeader() : beginLine()
    case .line: scanLine()
    case .text: scanText()
    case .header(let block): scanHeader(block)
    case .body(let length): scanBody(length)
    case .skippingLine(let oversize): skipLine(oversize)
    case .skippingBody(let oversize, let rest): skipBody(oversize, rest: rest)
    case .ended: ignore()
    }
  }

  private mutating func ignore() -> Step {
    input.consume(input.count)
    return .needsInput
  }

  /// Ends everything with a fault.
  mutating func end(_ kind: DecodingFault.Kind, _ explanation: String) -> Step {
    phase = .ended
    return .decoded(.fault(DecodingFault(kind: kind, explanation: explanation)))
  }

  /// Ends the frame that is the first `count` bytes, the line end not counted.
  mutating func makeFrame(_ content: Frame.Content, count: Int) -> Frame {
    var end = count
    if case .malformed = content {} else { end = scanner.extent.upperBound }
    return Frame(slice: input.slice(0..<end), content: content)
  }

  /// Forgets the first `count` bytes and is between two messages.
  mutating func finishMessage(_ count: Int) {
    input.consume(count)
    scanned = 0
    phase = .idle
  }
}
