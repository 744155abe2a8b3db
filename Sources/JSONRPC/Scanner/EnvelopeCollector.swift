/// Knows where in a text messages may stand, and collects their envelopes.
///
/// Places are told by their level: 0 for a message itself, 1 for its members, 2 for the members of its
/// `params` and `error`; in a batch the array is at level -1.
struct EnvelopeCollector {
  /// The nesting depth down to which values and names matter; nothing deeper is ever told.
  private(set) var depthOfInterest = 0
  /// The depth of level 0: 1 in a batch.
  private(set) var base = 0
  /// The message that is being read, or the last one.
  private(set) var builder = EnvelopeBuilder()
  /// The member of the message that is being read, and where its value begins.
  private(set) var member = EnvelopeMember.other
  private(set) var memberStart = 0
  /// The same for the member inside of `params` or `error`.
  private var nestedMember = EnvelopeMember.other
  private var nestedStart = 0
  /// Whether there was a line break since the message began.
  var hasLineBreaks = false

  private var message: Envelope?
  private var batch: [Envelope] = []
  private var batchCount = 0

  /// Whether the text is an array.
  var isBatch: Bool { base == 1 }

  /// Forgets everything; the room of a batch, which is rare and large, is given back.
  mutating func removeAll() {
    depthOfInterest = 0
    base = 0
    builder = EnvelopeBuilder()
    message = nil
    batch = []
    batchCount = 0
  }

  /// What the text held, after it has ended well.
  func content(limit: Int) -> Frame.Content {
    if let message { return .message(message) }
    if batchCount == 0 { return .emptyBatch }
    return batchCount > limit ? .oversizedBatch(count: batchCount) : .batch(batch)
  }
}

// MARK: What the scanner tells

extension EnvelopeCollector {
  /// A value begins at `depth`, which is of interest.
  mutating func beginValue(_ kind: ValueKind, at offset: Int, depth: Int) {
    switch depth - base {
    case 0 where depth == 0 && kind == .array:
      base = 1
      depthOfInterest = 1
    case 0:
      builder.begin(kind, at: offset)
      hasLineBreaks = false
      if kind == .object { depthOfInterest = base + 1 }
    case 1:
      memberStart = offset
      if kind == .object, member == .params || member == .error { depthOfInterest = base + 2 }
    default:
      nestedStart = offset
    }
  }

  /// A value ends at `depth`, which is of interest.
  mutating func endValue(
    _ kind: ValueKind, before end: Int, depth: Int, hasEscapes: Bool, limit: Int
  ) {
    switch depth - base {
    case -1: break
    case 0: endMessage(before: end, limit: limit)
    case 1: builder.end(member, kind, memberStart..<end, hasEscapes: hasEscapes)
    default: builder.end(nestedMember, kind, nestedStart..<end, hasEscapes: hasEscapes)
    }
  }

  private mutating func endMessage(before end: Int, limit: Int) {
    let envelope = builder.finish(before: end, hasLineBreaks: hasLineBreaks)
    guard isBatch else {
      message = envelope
      return
    }
    batchCount += 1
    if batchCount <= limit { batch.append(envelope) }
  }

  /// A member is named in the object at `depth`, which is of interest.
  ///
  /// - Returns: Whether it is the first of this name, as far as the name is one that is looked for.
  mutating func name(_ name: UnsafeRawBufferPointer, depth: Int) -> Bool {
    guard depth - base == 2 else {
      member = .named(name, in: .other)
      return builder.name(member)
    }
    nestedMember = .named(name, in: member)
    return builder.name(nestedMember)
  }

  /// An array or object has been left; `depth` are still open.
  @inline(__always)
  mutating func leave(depth: Int) {
    if depth < depthOfInterest { depthOfInterest = depth }
  }

  /// Whether the value that begins at `depth` is the one of `jsonrpc`.
  func isVersion(depth: Int) -> Bool {
    depth - base == 1 && member == .version
  }

  /// The value of `jsonrpc` is a string.
  mutating func setVersion(_ text: UnsafeRawBufferPointer) {
    builder.setVersion(isRight: text.spells("2.0"))
  }

  /// The member that was named last stands twice: when it is the id, there is none that can be trusted.
  mutating func forgetAmbiguousID() {
    if member == .id { builder.removeID() }
  }
}
