/// Validates a JSON text that comes in pieces of any size, and notes where the members of its JSON-RPC
/// messages stand; each byte is looked at once.
///
/// Feed it all bytes of one text, `finish`, then `reset` it for the next. It allocates nothing for a single
/// message of ordinary depth. After a fault it goes on only to find the id that the text may still have.
///
/// ```
/// var scanner = EnvelopeScanner()
/// _ = scanner.feed(bytes)
/// if case .message(let envelope) = scanner.finish() { .. }
/// ```
public struct EnvelopeScanner {
  // What the scanner is told.
  let depthLimit: Int
  let batchLimit: Int
  let endsAtLineFeed: Bool

  // Where it is in the text.
  /// Bytes before the chunk that is being looked at.
  var position = 0
  /// What may come next.
  var state = State.value
  /// The arrays and objects that are open.
  var nesting = BitStack()
  /// Whether a line feed has ended the text.
  var isAtLineFeed = false

  // The token that is being read.
  var string = StringToken()
  var literal = LiteralToken()

  // What has been found.
  /// The first fault.
  public internal(set) var failure: ScanFailure?
  /// Where the text's value stands, without the white space around it; to the end as far as it is known.
  public internal(set) var extent = 0..<0
  var envelopes = EnvelopeCollector()
  /// Looks for the id behind a fault.
  var search: IDSearch?
  /// Bytes of the id, where they had to be kept because the text is not.
  var capturedID: [UInt8]?

  /// Creates a scanner at the start of a text.
  ///
  /// - Parameters:
  ///   - depthLimit: The most arrays and objects inside each other.
  ///   - batchLimit: The most elements of a batch that are kept; the others are validated and counted.
  ///   - endsAtLineFeed: Whether the first line feed ends the text, wherever it stands.
  public init(
    depthLimit: Int = DecoderLimits.defaultDepth, batchLimit: Int = DecoderLimits.defaultBatch,
    endsAtLineFeed: Bool = false
  ) {
    self.depthLimit = depthLimit
    self.batchLimit = batchLimit
    self.endsAtLineFeed = endsAtLineFeed
  }

  /// Forgets the text and keeps the storage.
  public mutating func reset() {
    position = 0
    state = .value
    nesting.removeAll()
    isAtLineFeed = false
    failure = nil
    extent = 0..<0
    envelopes.removeAll()
    search = nil
    capturedID = nil
  }

  /// Takes the next bytes of the text.
  ///
  /// - Returns: How many of them belong to the text: all, or those before the line feed that ends it.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let chunk = Chunk(base: base, count: bytes.count)
    let end = scan(chunk)
    captureID(in: chunk, before: end)
    position += end
    return end
  }

  /// Ends the text and says what it held.
  public mutating func finish() -> Frame.Content {
    endNumberAtEndOfText()
    if failure == nil, state != .end {
      failure = ScanFailure(reason: .unexpectedEnd, offset: position)
    }
    guard let failure else { return envelopes.content(limit: batchLimit) }
    return .malformed(failure, id: id)
  }
}

// MARK: States

extension EnvelopeScanner {
  /// What may come next.
  enum State: UInt8 {
    // Between tokens, where white space may come as well.
    case value
    case elementOrEnd
    case nameOrEnd
    case name
    case colon
    case commaOrEnd
    case end
    // Inside strings.
    case string
    case escape
    case hexadecimal
    case lowSurrogateBackslash
    case lowSurrogateU
    case sequence
    // Inside numbers: after the minus, after a leading zero, after other digits, after the point, ..
    case minus
    case zero
    case integer
    case point
    case fraction
    case exponent
    case exponentSign
    case exponentDigits
    // Inside `true`, `false` and `null`.
    case literal
    // After a fault.
    case failed
  }

  /// Looks at a chunk; returns where the text ends in it.
  private mutating func scan(_ chunk: Chunk) -> Int {
    var index = 0
    while index < chunk.count, !isAtLineFeed {
      switch state {
      case .value, .elementOrEnd, .nameOrEnd, .name, .colon, .commaOrEnd, .end:
        index = scanStructure(chunk, from: index)
      case .string: index = scanString(chunk, from: index)
      case .escape, .hexadecimal, .lowSurrogateBackslash, .lowSurrogateU:
        index = scanEscape(chunk, from: index)
      case .sequence: index = scanSequence(chunk, from: index)
      case .minus, .zero, .integer, .point, .fraction, .exponent, .exponentSign, .exponentDigits:
        index = scanNumber(chunk, from: index)
      case .literal: index = scanLiteral(chunk, from: index)
      case .failed: index = scanAfterFault(chunk, from: index)
      }
    }
    return index
  }

  /// Ends the scan at a fault, unless it is the line feed that ends the text.
  ///
  /// - Returns: `index`, from where the search for the id goes on.
  mutating func fail(_ reason: ScanFailure.Reason, in chunk: Chunk, at index: Int) -> Int {
    if endsAtLineFeed, chunk[index] == UInt8(ascii: "\n") {
      isAtLineFeed = true
    } else {
      fail(reason, at: position + index)
    }
    return index
  }

  /// Ends the scan at a fault.
  mutating func fail(_ reason: ScanFailure.Reason, at offset: Int) {
    failure = ScanFailure(reason: reason, offset: offset)
    beginSearch()
    state = .failed
  }
}
