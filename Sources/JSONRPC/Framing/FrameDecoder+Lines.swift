// Framing by lines: one JSON text each. Only byte 0x0A ends a line, whatever else others take for an end.

extension FrameDecoder {
  /// Finds the first byte of a line that is not blank.
  mutating func beginLine() -> Step {
    guard junkCount <= limits.junk else { return endForJunk() }
    skipWhiteSpace()
    guard input.count > 0 else { return .needsInput }
    switch input.bytes.comparison(withLowercased: "content-length:") {
    case .undecided: return .needsInput
    case .equal:
      return end(
        .unframeable,
        "Wrong framing: got a Content-Length header, expected one JSON text per line.")
    case .different: break
    }
    scanner.reset()
    phase = .line
    return .goOn
  }

  /// Scans what has come of a line.
  mutating func scanLine() -> Step {
    let rest = UnsafeRawBufferPointer(rebasing: input.bytes[scanned...])
    let taken = scanner.feed(rest)
    scanned += taken
    guard taken < rest.count else { return waitForLineEnd() }
    let decoded = decodeLine(scanner.finish())
    finishMessage(scanned + 1)
    return .decoded(decoded)
  }

  /// Decides whether to wait for the rest of a line.
  private mutating func waitForLineEnd() -> Step {
    if isHopeless, scanned >= Self.longestTextPiece { return .decoded(takeTextPiece()) }
    guard lineLength > limits.message else { return .needsInput }
    beginSkipping(Oversize(limit: limits.message))
    return .goOn
  }

  /// Whether the line can only be text that a plugin printed.
  private var isHopeless: Bool {
    guard role != .frontEnd, scanner.failure != nil, !scanner.id.isPresent else { return false }
    return !scanner.mayFindID || scanned > limits.junk
  }

  /// Whether a plugin's line, as far as it has come, may still be a message.
  var mayBecomeMessage: Bool {
    guard let first = input.bytes.first else { return false }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return scanner.failure == nil || scanner.id.isPresent || scanner.mayFindID
  }

  /// What a whole line is.
  mutating func decodeLine(_ content: Frame.Content) -> Decoded {
    let count = lineLength
    guard count <= limits.message else {
      return .fault(Oversize(limit: limits.message).fault(id: idBytes))
    }
    if role != .frontEnd, !content.isMeantAsMessage { return takeText(count) }
    if case .malformed = content {} else { junkCount = 0 }
    return .frame(makeFrame(content, count: count))
  }

  /// The bytes before `scanned` without a carriage return at their end.
  var lineLength: Int {
    scanned > 0 && input.bytes[scanned - 1] == UInt8(ascii: "\r") ? scanned - 1 : scanned
  }
}

extension Frame.Content {
  /// Whether a line of a plugin's is a message, good or bad, rather than text.
  ///
  /// An object with a method, or with an id and an answer, is one; so is a line that is broken, or lacks
  /// the answer, but has the id of a call that would otherwise wait for its deadline.
  fileprivate var isMeantAsMessage: Bool {
    switch self {
    case .message(let envelope): envelope.isMeantAsMessage
    case .batch(let envelopes): envelopes.contains(where: \.isMeantAsMessage)
    case .oversizedBatch: true
    case .emptyBatch: false
    case .malformed(_, let id): id.isPresent
    }
  }
}

extension Envelope {
  fileprivate var isMeantAsMessage: Bool {
    switch kind {
    case .request, .notification, .response: true
    case .invalid(.methodNotAString), .invalid(.wrongIDType), .invalid(.paramsNotStructured): true
    case .invalid:
      method.isPresent || (id.isPresent && (result.isPresent || error.isPresent || hasVersion))
    }
  }
}
