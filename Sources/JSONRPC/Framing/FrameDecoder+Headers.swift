// Framing by headers, as in LSP: lines up to an empty one, then as many bytes as Content-Length says.

extension FrameDecoder {
  /// Finds the first byte of a header block.
  mutating func beginHeader() -> Step {
    guard junkCount <= limits.junk else { return endForJunk() }
    // What is blank between messages was added to the one before and not counted.
    skipWhiteSpace()
    guard let first = input.bytes.first else { return .needsInput }
    return role == .frontEnd ? beginFrontEndHeader(first) : beginPluginHeader(first)
  }

  private mutating func beginFrontEndHeader(_ first: UInt8) -> Step {
    switch first {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      phase = .header(HeaderBlock())
      return .goOn
    default: return endWithoutHeader()
    }
  }

  /// A plugin may print lines before a header, but not JSON: that is a message in the wrong framing, or
  /// the rest of one whose length was wrong.
  private mutating func beginPluginHeader(_ first: UInt8) -> Step {
    switch input.bytes.comparison(withLowercased: "content-") {
    case .undecided: return .needsInput
    case .equal:
      phase = .header(HeaderBlock())
      return .goOn
    case .different: break
    }
    guard let isJSON = input.bytes.beginsLikeJSON else { return .needsInput }
    if isJSON || previous?.isMalformed == true { return endWithoutHeader() }
    phase = .text
    return .goOn
  }

  /// Ends with a fault that says what stands in the place of a header.
  private mutating func endWithoutHeader() -> Step {
    let found = Excerpt(input.bytes).quotation
    guard let previous else {
      let isJSON = input.bytes.beginsLikeJSON == true
      return end(
        .unframeable,
        isJSON
          ? "Wrong framing: got JSON without a header, expected Content-Length; found \(found)."
          : "Expected a Content-Length header, found \(found).")
    }
    return end(
      .unframeable, "Expected a Content-Length header, found \(found). \(previous.suspicion)")
  }

  /// Takes one line of a header block.
  mutating func scanHeader(_ block: HeaderBlock) -> Step {
    var block = block
    do {
      guard let line = try nextLine(of: &block) else {
        phase = .header(block)
        return .needsInput
      }
      block.beginLine(at: scanned)
      guard !line.isEmpty else { return try beginBody(block) }
      try block.take(UnsafeRawBufferPointer(rebasing: input.bytes[line]))
      phase = .header(block)
      return .goOn
    } catch {
      guard let previous, error.kind == .noHeader || previous.isMalformed else {
        return end(.unframeable, error.sentence)
      }
      return end(.unframeable, "\(error.sentence) \(previous.suspicion)")
    }
  }

  /// The place of the next line, without its end; nil where its end has not come.
  ///
  /// What can't be a header's name is found at its first byte, since no line end may follow.
  private mutating func nextLine(of block: inout HeaderBlock) throws(HeaderFault) -> Range<Int>? {
    let bytes = input.bytes
    while scanned < bytes.count, bytes[scanned] != 0x0A, bytes[scanned] != 0x0D {
      try block.check(bytes[scanned], in: bytes[block.lineStart...])
      scanned += 1
    }
    guard scanned <= limits.headerBlock else {
      throw HeaderFault(
        .noHeader, "A header block is over the limit of \(limits.headerBlock) bytes.")
    }
    guard scanned < bytes.count else { return nil }
    let end = scanned
    if bytes[end] == 0x0D {
      guard try isLineEnd(bytes[end...].dropFirst()) else { return nil }
      scanned += 1
    }
    scanned += 1
    return block.lineStart..<end
  }

  /// Whether a line feed has come behind a carriage return; anything else is a fault.
  private func isLineEnd(_ rest: Slice<UnsafeRawBufferPointer>) throws(HeaderFault) -> Bool {
    guard let next = rest.first else { return false }
    if next == 0x0A { return true }
    guard next == 0x0D else {
      throw HeaderFault(
        .badHeader,
        "A header line ends with CR alone, expected CR LF; is this the old Mac line end?")
    }
    throw HeaderFault(
      .badHeader,
      "A header line ends with CR CR LF, expected CR LF; is standard output in text mode?")
  }

  /// Begins the body behind an empty line.
  private mutating func beginBody(_ block: HeaderBlock) throws(HeaderFault) -> Step {
    guard let length = block.contentLength else {
      throw HeaderFault(.badHeader, "A header block ended without Content-Length.")
    }
    finishMessage(scanned)
    scanner.reset()
    phase = .body(length: length)
    if length > limits.message { beginSkipping(Oversize(limit: limits.message)) }
    return .goOn
  }

  /// Scans what has come of a body.
  mutating func scanBody(_ length: Int) -> Step {
    let end = min(length, input.count)
    _ = scanner.feed(UnsafeRawBufferPointer(rebasing: input.bytes[scanned..<end]))
    scanned = end
    guard scanned == length else { return .needsInput }
    let frame = makeFrame(scanner.finish(), count: length)
    previous = PreviousMessage(frame, declaredLength: length)
    if case .malformed = frame.content {} else { junkCount = 0 }
    finishMessage(length)
    return .decoded(.frame(frame))
  }
}
