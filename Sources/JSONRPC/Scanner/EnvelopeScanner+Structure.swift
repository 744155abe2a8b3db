// Values, and what stands between them.

extension EnvelopeScanner {
  /// Takes white space and one token, or the beginning of one.
  @inline(__always)
  mutating func scanStructure(_ chunk: Chunk, from start: Int) -> Int {
    var index = start
    if chunk[index] <= 0x20 {
      index = skipWhiteSpace(chunk, from: index)
      guard index < chunk.count, !isAtLineFeed else { return index }
    }
    let byte = chunk[index]
    switch state {
    case .value: return beginValue(chunk, at: index)
    case .elementOrEnd where byte == UInt8(ascii: "]"): return close(.array, in: chunk, at: index)
    case .elementOrEnd: return beginValue(chunk, at: index)
    case .nameOrEnd where byte == UInt8(ascii: "}"): return close(.object, in: chunk, at: index)
    case .nameOrEnd, .name:
      guard byte == UInt8(ascii: "\"") else { break }
      return beginName(chunk, at: index)
    case .colon:
      guard byte == UInt8(ascii: ":") else { break }
      state = .value
      return index &+ 1
    case .commaOrEnd:
      let next = skipComma(chunk, at: index)
      guard next == index else { return next }
      guard byte == (nesting.isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { break }
      return close(nesting.isInObject ? .object : .array, in: chunk, at: index)
    default: break
    }
    return fail(.unexpectedByte(byte), in: chunk, at: index)
  }

  /// The place of the next byte that is no white space, and notes line breaks.
  @inline(__always)
  private mutating func skipWhiteSpace(_ chunk: Chunk, from start: Int) -> Int {
    var index = start
    while index < chunk.count {
      switch chunk[index] {
      case 0x20: index = chunk.endOfBlanks(from: index &+ 1)
      case 0x09: index &+= 1
      case 0x0A where endsAtLineFeed:
        isAtLineFeed = true
        return index
      case 0x0A, 0x0D:
        envelopes.hasLineBreaks = true
        index &+= 1
      default: return index
      }
    }
    return index
  }

  /// Takes a comma behind a value, if there is one.
  @inline(__always)
  mutating func skipComma(_ chunk: Chunk, at index: Int) -> Int {
    guard state == .commaOrEnd, index < chunk.count, chunk[index] == UInt8(ascii: ",") else {
      return index
    }
    state = nesting.isInObject ? .name : .value
    return index &+ 1
  }

  /// Takes the first byte of a value, and as much of the value as is a single token.
  mutating func beginValue(_ chunk: Chunk, at index: Int) -> Int {
    switch chunk[index] {
    case UInt8(ascii: "\""):
      note(.string, at: index)
      return beginStringValue(chunk, at: index)
    case UInt8(ascii: "{"): return open(.object, in: chunk, at: index)
    case UInt8(ascii: "["): return open(.array, in: chunk, at: index)
    case UInt8(ascii: "-"): return beginNumber(.minus, chunk, at: index)
    case UInt8(ascii: "0"): return beginNumber(.zero, chunk, at: index)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): return beginNumber(.integer, chunk, at: index)
    case UInt8(ascii: "t"): return beginLiteral(.true, chunk, at: index)
    case UInt8(ascii: "f"): return beginLiteral(.false, chunk, at: index)
    case UInt8(ascii: "n"): return beginLiteral(.null, chunk, at: index)
    // How numbers begin in other languages: `+1`, `.5`, `NaN`, `Infinity`.
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "N"), UInt8(ascii: "I"):
      return fail(.invalidNumber, in: chunk, at: index)
    default: return fail(.unexpectedByte(chunk[index]), in: chunk, at: index)
    }
  }

  /// Tells that a value begins, if anybody wants to know.
  @inline(__always)
  mutating func note(_ kind: ValueKind, at index: Int) {
    guard nesting.depth <= envelopes.depthOfInterest else { return }
    if nesting.depth == 0 { extent = (position + index)..<(position + index) }
    envelopes.beginValue(kind, at: position + index, depth: nesting.depth)
  }

  private mutating func open(_ kind: ValueKind, in chunk: Chunk, at index: Int) -> Int {
    guard nesting.depth < depthLimit else {
      return fail(.tooDeep(limit: depthLimit), in: chunk, at: index)
    }
    note(kind, at: index)
    nesting.push(isObject: kind == .object)
    state = kind == .object ? .nameOrEnd : .elementOrEnd
    return index &+ 1
  }

  @inline(__always)
  private mutating func close(_ kind: ValueKind, in chunk: Chunk, at index: Int) -> Int {
    nesting.pop()
    envelopes.leave(depth: nesting.depth)
    endValue(kind, before: index &+ 1)
    return skipComma(chunk, at: index &+ 1)
  }

  /// Ends a value before the byte at `end`.
  @inline(__always)
  mutating func endValue(_ kind: ValueKind, before end: Int, hasEscapes: Bool = false) {
    state = nesting.depth == 0 ? .end : .commaOrEnd
    guard nesting.depth <= envelopes.depthOfInterest else { return }
    if nesting.depth == 0 { extent = extent.lowerBound..<(position + end) }
    envelopes.endValue(
      kind, before: position + end, depth: nesting.depth, hasEscapes: hasEscapes, limit: batchLimit)
  }
}

// MARK: true, false, null

extension EnvelopeScanner {
  /// One of the three literals, of which some bytes are still to come.
  struct LiteralToken {
    /// What it will be.
    var kind = ValueKind.null
    /// The bytes to come, the next one lowest; 0 at the end.
    var rest: UInt32 = 0

    static let `true` = LiteralToken(kind: .boolean, rest: 0x65_75_72)  // "rue"
    static let `false` = LiteralToken(kind: .boolean, rest: 0x65_73_6C_61)  // "alse"
    static let null = LiteralToken(kind: .null, rest: 0x6C_6C_75)  // "ull"
  }

  @inline(__always)
  private mutating func beginLiteral(_ token: LiteralToken, _ chunk: Chunk, at index: Int) -> Int {
    note(token.kind, at: index)
    literal = token
    state = .literal
    return scanLiteral(chunk, from: index &+ 1)
  }

  /// Takes the rest of a literal.
  mutating func scanLiteral(_ chunk: Chunk, from start: Int) -> Int {
    var index = start
    while index < chunk.count {
      guard UInt32(chunk[index]) == literal.rest & 0xFF else {
        return fail(.unexpectedByte(chunk[index]), in: chunk, at: index)
      }
      index &+= 1
      literal.rest >>= 8
      guard literal.rest != 0 else {
        endValue(literal.kind, before: index)
        return skipComma(chunk, at: index)
      }
    }
    return index
  }
}
