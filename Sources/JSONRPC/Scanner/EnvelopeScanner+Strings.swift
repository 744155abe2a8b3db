import JSON

// Strings: names and values, their escapes and their UTF-8.

extension EnvelopeScanner {
  /// The string that is being read.
  struct StringToken {
    /// Whether it names a member.
    var isName = false
    /// Whether its text matters.
    var isCollected = false
    /// Whether there was a backslash in it.
    var hasEscapes = false
    /// Where its first quote stands; known only where its text matters.
    var start = 0
    /// Its text as far as it came in earlier chunks or before an escape, where it matters.
    var text = ShortText()
    /// Whether there is such text.
    var isInPieces = false
    /// The hexadecimal digits of a `\u` escape, so far.
    var unit: UInt32 = 0
    var digits = 0
    /// The first half of a surrogate pair whose second must come; 0 for none.
    var highSurrogate: UInt32 = 0
    /// The UTF-8 sequence that has begun.
    var sequence: UTF8Sequence?
  }

  /// Takes the quote that begins a member's name, and as much of the name as there is.
  @inline(__always)
  mutating func beginName(_ chunk: Chunk, at index: Int) -> Int {
    string.isName = true
    string.isCollected = nesting.depth <= envelopes.depthOfInterest
    return beginString(chunk, at: index)
  }

  /// Takes the quote that begins a string value, and as much of the string as there is.
  @inline(__always)
  mutating func beginStringValue(_ chunk: Chunk, at index: Int) -> Int {
    string.isName = false
    string.isCollected = envelopes.isVersion(depth: nesting.depth)
    return beginString(chunk, at: index)
  }

  @inline(__always)
  private mutating func beginString(_ chunk: Chunk, at index: Int) -> Int {
    string.hasEscapes = false
    if string.isCollected {
      string.start = position + index
      string.isInPieces = false
      string.text.removeAll()
    }
    state = .string
    return scanString(chunk, from: index &+ 1)
  }

  /// Takes bytes of a string up to its quote, or to something that needs a closer look.
  mutating func scanString(_ chunk: Chunk, from start: Int) -> Int {
    var index = start
    while true {
      index = chunk.endOfPlainText(from: index)
      guard index < chunk.count else {
        collect(chunk, start..<index)
        return index
      }
      switch chunk[index] {
      case UInt8(ascii: "\""): return endString(chunk, start..<index)
      case UInt8(ascii: "\\"):
        string.hasEscapes = true
        let length = string.isCollected ? 0 : Self.escapeLength(chunk, at: index)
        guard length > 0 else {
          collect(chunk, start..<index)
          state = .escape
          return index &+ 1
        }
        index &+= length
      case 0x80...:
        let end = chunk.endOfSequences(from: index)
        guard end > index else {
          collect(chunk, start..<index)
          return beginSequence(chunk, at: index)
        }
        index = end
      default: return fail(.controlCharacter(chunk[index]), in: chunk, at: index)
      }
    }
  }

  @inline(__always)
  private mutating func collect(_ chunk: Chunk, _ range: Range<Int>) {
    guard string.isCollected else { return }
    string.isInPieces = true
    string.text.append(chunk.bytes(range))
  }

  /// Ends a string whose last bytes are those of `range`.
  @inline(__always)
  private mutating func endString(_ chunk: Chunk, _ range: Range<Int>) -> Int {
    if string.isCollected, !useText(chunk.bytes(range)) { return range.upperBound }
    let end = range.upperBound &+ 1
    guard string.isName else {
      endValue(.string, before: end, hasEscapes: string.hasEscapes)
      return skipComma(chunk, at: end)
    }
    state = .colon
    guard end < chunk.count, chunk[end] == UInt8(ascii: ":") else { return end }
    state = .value
    // Straight on to the value, which is what nearly always comes; a value never calls back further.
    guard end &+ 1 < chunk.count, chunk[end &+ 1] > 0x20 else { return end &+ 1 }
    return beginValue(chunk, at: end &+ 1)
  }

  /// Tells the text of a string that matters, of which `last` are the last bytes.
  ///
  /// - Returns: Whether all is well; false where the text is a name that must not stand here.
  private mutating func useText(_ last: UnsafeRawBufferPointer) -> Bool {
    guard string.isInPieces else { return useWholeText(last) }
    string.text.append(last)
    let text = string.text
    return text.withBytes { useWholeText($0) }
  }

  private mutating func useWholeText(_ text: UnsafeRawBufferPointer) -> Bool {
    guard string.isName else {
      envelopes.setVersion(text)
      return true
    }
    guard envelopes.name(text, depth: nesting.depth) else {
      envelopes.forgetAmbiguousID()
      fail(.duplicateMember, at: string.start)
      return false
    }
    return true
  }
}

// MARK: UTF-8

extension EnvelopeScanner {
  /// Takes the first byte of a UTF-8 sequence that is not all there, or that is wrong.
  private mutating func beginSequence(_ chunk: Chunk, at index: Int) -> Int {
    guard let sequence = UTF8Sequence(first: chunk[index]) else {
      return fail(.invalidUTF8, in: chunk, at: index)
    }
    string.sequence = sequence
    collect(chunk, index..<(index &+ 1))
    state = .sequence
    return index &+ 1
  }

  /// Takes the other bytes of a UTF-8 sequence.
  mutating func scanSequence(_ chunk: Chunk, from start: Int) -> Int {
    guard string.sequence?.take(chunk[start]) == true else {
      return fail(.invalidUTF8, in: chunk, at: start)
    }
    collect(chunk, start..<(start &+ 1))
    if string.sequence?.remaining == 0 { state = .string }
    return start &+ 1
  }
}

// MARK: Escapes

extension EnvelopeScanner {
  /// Takes a byte of an escape, behind its backslash.
  mutating func scanEscape(_ chunk: Chunk, from index: Int) -> Int {
    let byte = chunk[index]
    switch state {
    case .lowSurrogateBackslash where byte == UInt8(ascii: "\\"): state = .lowSurrogateU
    case .lowSurrogateU where byte == UInt8(ascii: "u"): beginHexadecimal()
    case .lowSurrogateBackslash, .lowSurrogateU: return fail(.loneSurrogate, in: chunk, at: index)
    case .hexadecimal: return scanHexadecimal(chunk, at: index)
    default:
      if byte == UInt8(ascii: "u") {
        string.highSurrogate = 0
        beginHexadecimal()
      } else if let character = Self.simpleEscape(byte) {
        endEscape(UInt32(character))
      } else {
        return fail(.invalidEscape, in: chunk, at: index)
      }
    }
    return index &+ 1
  }

  private mutating func beginHexadecimal() {
    string.unit = 0
    string.digits = 0
    state = .hexadecimal
  }

  /// Takes one of the four digits; a surrogate that can't be right is found at its first wrong digit.
  private mutating func scanHexadecimal(_ chunk: Chunk, at index: Int) -> Int {
    guard let digit = ByteScan.hexadecimalValue(chunk[index]) else {
      return fail(.invalidEscape, in: chunk, at: index)
    }
    string.unit = string.unit << 4 | UInt32(digit)
    string.digits += 1
    let isLow = string.unit << (16 - 4 * UInt32(string.digits)) & 0xFC00 == 0xDC00
    if string.highSurrogate != 0 {
      let isPossible = string.digits == 1 ? digit == 0xD : isLow
      guard isPossible else { return fail(.loneSurrogate, in: chunk, at: index) }
    } else if string.digits == 2, isLow {
      return fail(.loneSurrogate, in: chunk, at: index)
    }
    if string.digits == 4 { endHexadecimal() }
    return index &+ 1
  }

  private mutating func endHexadecimal() {
    if string.highSurrogate != 0 {
      endEscape(0x10000 + ((string.highSurrogate - 0xD800) << 10) + (string.unit - 0xDC00))
    } else if string.unit & 0xFC00 == 0xD800 {
      string.highSurrogate = string.unit
      state = .lowSurrogateBackslash
    } else {
      endEscape(string.unit)
    }
  }

  private mutating func endEscape(_ scalar: UInt32) {
    if string.isCollected { string.text.append(scalar) }
    state = .string
  }

  /// The length of an escape at `index` that needs no closer look; 0 for any other.
  @inline(__always)
  private static func escapeLength(_ chunk: Chunk, at index: Int) -> Int {
    guard index &+ 1 < chunk.count else { return 0 }
    if simpleEscape(chunk[index &+ 1]) != nil { return 2 }
    return chunk.isPlainEscape(at: index) ? 6 : 0
  }

  /// The character that a backslash before `byte` stands for; nil for `u` and for what is no escape.
  @inline(__always)
  private static func simpleEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
