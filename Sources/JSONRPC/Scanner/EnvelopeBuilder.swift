/// Puts together one envelope from the members that the scanner comes by.
struct EnvelopeBuilder {
  private var envelope = Envelope(kind: .invalid(.notAnObject), whole: .absent)
  /// Where the message begins.
  private var start = 0
  /// What kind of value the message is.
  private var kind = ValueKind.absent
  /// The members that have been named so far.
  private var seen: EnvelopeMember = []
  private var isWrongVersion = false
  private var idKind = ValueKind.absent
  private var methodKind = ValueKind.absent
  private var paramsKind = ValueKind.absent
  private var resultKind = ValueKind.absent
  private var errorKind = ValueKind.absent
  private var codeKind = ValueKind.absent
  private var messageKind = ValueKind.absent

  /// The id of the message, once it has been read and is a string or a number.
  var id: Span { envelope.id }
  /// Whether the message is an object.
  var isObject: Bool { kind == .object }
  /// Whether an id of any kind has been read.
  var hasID: Bool { idKind != .absent }

  /// Starts an envelope for a message of this kind that begins at `offset`.
  mutating func begin(_ kind: ValueKind, at offset: Int) {
    self = EnvelopeBuilder()
    self.kind = kind
    start = offset
  }

  /// Notes that `member` is named; false where it was named before.
  mutating func name(_ member: EnvelopeMember) -> Bool {
    if member == .other { return true }
    return seen.insert(member).inserted
  }

  /// Forgets the id, which turned out to be ambiguous.
  mutating func removeID() {
    envelope.id = .absent
  }

  /// Notes whether the string value of `jsonrpc` is `2.0`.
  mutating func setVersion(isRight: Bool) {
    isWrongVersion = !isRight
  }

  /// Notes the value of a member; `hasEscapes` where it is a string with escapes.
  mutating func end(
    _ member: EnvelopeMember, _ kind: ValueKind, _ extent: Range<Int>, hasEscapes: Bool
  ) {
    let span = Span(extent)
    switch member {
    case .version:
      envelope.hasVersion = true
      if kind != .string { isWrongVersion = true }
    case .id:
      idKind = kind
      if kind.isIdentifier { envelope.id = span }
    case .method:
      methodKind = kind
      guard kind == .string else { break }
      envelope.method = Span((extent.lowerBound + 1)..<(extent.upperBound - 1))
      envelope.methodHasEscapes = hasEscapes
    case .params:
      paramsKind = kind
      if kind != .null { envelope.params = span }
    case .result:
      resultKind = kind
      envelope.result = span
    case .error:
      errorKind = kind
      if kind != .null { envelope.error = span }
    default: endNested(member, kind, span)
    }
  }

  private mutating func endNested(_ member: EnvelopeMember, _ kind: ValueKind, _ span: Span) {
    switch member {
    case .partialResultToken where kind.isIdentifier: envelope.partialResultToken = span
    case .workDoneToken where kind.isIdentifier: envelope.workDoneToken = span
    case .token where kind.isIdentifier: envelope.token = span
    case .meta where kind == .object: envelope.meta = span
    case .code: codeKind = kind
    case .message: messageKind = kind
    default: break
    }
  }

  /// Ends the message before `end` and says what it is.
  mutating func finish(before end: Int, hasLineBreaks: Bool) -> Envelope {
    envelope.whole = Span(start..<end)
    envelope.hasLineBreaks = hasLineBreaks
    // Null means the same as absence, since some peers write all members that they know of; only the
    // result of a message that has nothing else to be is a result.
    if resultKind == .null, envelope.error.isPresent || methodKind.isPresent {
      resultKind = .absent
      envelope.result = .absent
    }
    envelope.kind = classify()
    return envelope
  }
}

// MARK: JSON-RPC 2.0, sections 4 and 5

extension EnvelopeBuilder {
  private func classify() -> Envelope.Kind {
    guard kind == .object else { return .invalid(.notAnObject) }
    guard !isWrongVersion else { return .invalid(.wrongVersion) }
    return methodKind.isPresent ? classifyCall() : classifyResponse()
  }

  private func classifyCall() -> Envelope.Kind {
    guard methodKind == .string else { return .invalid(.methodNotAString) }
    guard !envelope.result.isPresent, !envelope.error.isPresent else { return .invalid(.ambiguous) }
    guard idKind == .absent || idKind.isIdentifier else { return .invalid(.wrongIDType) }
    switch paramsKind {
    case .absent, .null, .array, .object: return idKind == .absent ? .notification : .request
    default: return .invalid(.paramsNotStructured)
    }
  }

  private func classifyResponse() -> Envelope.Kind {
    switch (envelope.result.isPresent, envelope.error.isPresent) {
    case (false, false): return .invalid(.noMethodOrResult)
    case (true, true): return .invalid(.ambiguous)
    default: break
    }
    guard envelope.id.isPresent else { return .invalid(.responseWithoutID) }
    guard envelope.error.isPresent else { return .response }
    guard errorKind == .object, codeKind == .integer, messageKind == .string else {
      return .invalid(.malformedError)
    }
    return .response
  }
}
