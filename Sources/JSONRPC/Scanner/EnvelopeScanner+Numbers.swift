// Numbers, by the automaton of RFC 8259, section 6.

extension EnvelopeScanner {
  /// Takes the first byte of a number, after which it is in `first`.
  @inline(__always)
  mutating func beginNumber(_ first: State, _ chunk: Chunk, at index: Int) -> Int {
    note(.integer, at: index)
    state = first
    return scanNumber(chunk, from: index &+ 1)
  }

  /// Takes bytes of a number up to the first that does not belong to it.
  mutating func scanNumber(_ chunk: Chunk, from start: Int) -> Int {
    var index = start
    while index < chunk.count {
      let byte = chunk[index]
      guard let next = Self.state(after: state, byte) else { return endNumber(chunk, at: index) }
      state = next
      index &+= 1
      // More digits change nothing, but no digit may follow a leading zero.
      if isDigit(byte), next != .zero { index = chunk.endOfDigits(from: index) }
    }
    return index
  }

  /// The state of a number after one more byte; nil where the byte does not belong to it.
  @inline(__always)
  private static func state(after state: State, _ byte: UInt8) -> State? {
    if isDigit(byte) { return self.state(afterDigit: byte, state) }
    switch (byte, state) {
    case (UInt8(ascii: "."), .zero), (UInt8(ascii: "."), .integer): return .point
    case (UInt8(ascii: "e"), .zero), (UInt8(ascii: "e"), .integer), (UInt8(ascii: "e"), .fraction),
      (UInt8(ascii: "E"), .zero), (UInt8(ascii: "E"), .integer), (UInt8(ascii: "E"), .fraction):
      return .exponent
    case (UInt8(ascii: "+"), .exponent), (UInt8(ascii: "-"), .exponent): return .exponentSign
    default: return nil
    }
  }

  @inline(__always)
  private static func state(afterDigit digit: UInt8, _ state: State) -> State? {
    switch state {
    case .minus: digit == UInt8(ascii: "0") ? .zero : .integer
    case .zero: nil
    case .point: .fraction
    case .exponent, .exponentSign: .exponentDigits
    default: state
    }
  }

  /// Ends a number before a byte that does not belong to it.
  private mutating func endNumber(_ chunk: Chunk, at index: Int) -> Int {
    switch state {
    // `01`
    case .zero where isDigit(chunk[index]): break
    case .zero, .integer:
      endValue(.integer, before: index)
      return skipComma(chunk, at: index)
    case .fraction, .exponentDigits:
      endValue(.real, before: index)
      return skipComma(chunk, at: index)
    default: break
    }
    return fail(.invalidNumber, in: chunk, at: index)
  }

  /// Ends a number that is the whole text; inside of a cut text, its last digits may be missing.
  mutating func endNumberAtEndOfText() {
    guard nesting.depth == 0 else { return }
    switch state {
    case .zero, .integer: endValue(.integer, before: 0)
    case .fraction, .exponentDigits: endValue(.real, before: 0)
    default: break
    }
  }
}
