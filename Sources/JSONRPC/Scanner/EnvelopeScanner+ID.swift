// The id of the text's one message, also where the text is broken or not kept.

extension EnvelopeScanner {
  /// The most bytes of an id that are kept apart from their text: nobody needs more to know a call.
  static let longestCapturedID = 4096

  /// The id of the message, if the text is an object and the id has been read: a string or a number.
  public var id: Span {
    guard !envelopes.isBatch else { return .absent }
    if envelopes.builder.id.isPresent { return envelopes.builder.id }
    return search?.id ?? .absent
  }

  /// Whether waiting for more of the text may still bring its id.
  var mayFindID: Bool {
    guard !envelopes.isBatch, !id.isPresent else { return false }
    return state == .failed ? search != nil : state != .end
  }

  /// Keeps the bytes of the id from now on, since the text itself will not be kept.
  ///
  /// - Parameter text: What came so far.
  mutating func captureID(from text: UnsafeRawBufferPointer) {
    capturedID = []
    guard let extent = idExtent(before: position) else { return }
    capture(text, at: 0, of: extent)
  }

  /// Keeps what of the id stands in a chunk.
  mutating func captureID(in chunk: Chunk, before end: Int) {
    guard capturedID != nil, let extent = idExtent(before: position + end) else { return }
    capture(chunk.bytes(0..<end), at: position, of: extent)
  }

  private mutating func capture(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, of extent: Range<Int>
  ) {
    let part = extent.clamped(to: offset..<(offset + bytes.count))
    guard part.lowerBound - extent.lowerBound == capturedID?.count,
      extent.count <= Self.longestCapturedID
    else { return }
    let range = (part.lowerBound - offset)..<(part.upperBound - offset)
    capturedID?.append(contentsOf: bytes[range])
  }

  /// Where the id stands: as a whole, or up to `end` while it is being read.
  private func idExtent(before end: Int) -> Range<Int>? {
    if id.isPresent { return id.range }
    if let search { return search.openStart.map { $0..<end } }
    guard isInsideID else { return nil }
    return envelopes.memberStart..<end
  }

  private var isInsideID: Bool {
    switch state {
    case .value, .elementOrEnd, .nameOrEnd, .name, .colon, .commaOrEnd, .end, .literal, .failed:
      false
    default:
      !envelopes.isBatch && nesting.depth == 1 && envelopes.member == .id
        && !(string.isName && isInsideString)
    }
  }

  private var isInsideString: Bool {
    switch state {
    case .string, .escape, .hexadecimal, .lowSurrogateBackslash, .lowSurrogateU, .sequence: true
    default: false
    }
  }
}

// MARK: After a fault

extension EnvelopeScanner {
  /// Begins to look for an id behind the fault that has been found, where there may be one.
  mutating func beginSearch() {
    guard !envelopes.isBatch, envelopes.builder.isObject, !envelopes.builder.hasID else { return }
    search = IDSearch(depth: nesting.depth, isInsideString: isInsideString)
    // If the fault is in the id itself, its beginning is of no use.
    if capturedID != nil { capturedID = [] }
  }

  /// Takes the rest of a text that has a fault.
  mutating func scanAfterFault(_ chunk: Chunk, from start: Int) -> Int {
    let end = endsAtLineFeed ? chunk.lineFeed(from: start) : chunk.count
    if end < chunk.count { isAtLineFeed = true }
    search?.scan(chunk.bytes(start..<end), at: position + start)
    return end
  }
}
