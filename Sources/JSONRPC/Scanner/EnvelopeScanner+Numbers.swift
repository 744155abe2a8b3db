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
      guard let next = Self.state(after: state, chunk[index]) else {
        return endNumber(chunk, at: index)
      }
      state = next
      index &+= 1
    }
    return index
  }

  /// The state of a number after one more byte; nil where the byte does not belong to it.
  @inline(__always)
  private static func state(after state: State, _ byte: UInt8) -> State? {
    switch (state, byte) {
    case (.minus, UInt8(ascii: "0")): .zero
    case (.minus, digits), (.integer, digits): .integer
    case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): .point
    case (.point, digits), (.fraction, digits): .fraction
    case (.zero, UInt8(ascii: "e")), (.integer, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "e")),
      (.zero, UInt8(ascii: "E")), (.integer, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "E")):
      .exponent
    case (.exponent, UInt8(ascii: "+")), (.exponent, UInt8(ascii: "-")): .exponentSign
    case (.exponent, digits), (.exponentSign, digits), (.exponentDigits, digits): .exponentDigits
    default: nil
    }
  }

  private static var digits: ClosedRange<UInt8> { UInt8(ascii: "0")...UInt8(ascii: "9") }

  /// Ends a number before a byte that does not belong to it.
  private mutating func endNumber(_ chunk: Chunk, at index: Int) -> Int {
    switch state {
    // `01`
    case .zero where Self.digits ~= chunk[index]: break
    case .zero, .integer:
      endValue(.integer, before: index)
      return index
    case .fraction, .exponentDigits:
      endValue(.real, before: index)
      return index
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
