/// The numbers of the bits that are set in a word, lowest first.
struct Bits: Sequence, IteratorProtocol {
  private var rest: UInt64

  init(_ word: UInt64) { rest = word }

  @inline(__always)
  mutating func next() -> Int? {
    if rest == 0 { return nil }
    defer { rest &= rest - 1 }
    return rest.trailingZeroBitCount
  }
}

/// A fixed number of bits.
struct BitSet: Equatable, Sendable {
  /// The bits, 64 a word, lowest first; those behind the last are clear.
  private(set) var words: [UInt64]
  /// How many bits there are.
  let count: Int

  /// Creates `count` set bits.
  init(filled count: Int) {
    self.count = count
    words = Array(repeating: .max, count: (count + 63) / 64)
    if count % 64 > 0 { words[words.count - 1] = 1 << UInt64(count % 64) - 1 }
  }

  /// Creates a set from its words.
  init(words: [UInt64], count: Int) {
    self.words = words
    self.count = count
  }

  /// Whether the bit is set.
  subscript(index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }

  /// Clears a bit.
  mutating func remove(_ index: Int) { words[index >> 6] &= ~(1 << UInt64(index & 63)) }
}
