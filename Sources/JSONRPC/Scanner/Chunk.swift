import JSON

/// The bytes that the scanner is looking at, with the searches of its inner loops.
struct Chunk {
  let base: UnsafePointer<UInt8>
  let count: Int

  init(base: UnsafeRawPointer, count: Int) {
    self.base = base.assumingMemoryBound(to: UInt8.self)
    self.count = count
  }

  /// The byte at `index`, which the caller keeps within the chunk.
  @inline(__always)
  subscript(index: Int) -> UInt8 { base[index] }

  /// The bytes of `range`.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
  }

  /// The place of the first byte from `index` on that the string loop must look at: a quote, a
  /// backslash, a control character or a byte beyond ASCII.
  @inline(__always)
  func endOfPlainText(from index: Int) -> Int {
    var index = index
    while index &+ 8 <= count {
      let word = word(at: index)
      let marks = ByteScan.unescapedMarks(word) | (word & ByteScan.tops)
      if marks != 0 { return index &+ marks.littleEndian.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, ByteScan.isUnescaped(self[index]), self[index] < 0x80 { index &+= 1 }
    return index
  }

  /// The place of the first byte from `index` on that is no blank.
  @inline(__always)
  func endOfBlanks(from index: Int) -> Int {
    var index = index
    while index &+ 8 <= count, word(at: index) == ByteScan.ones &* 0x20 { index &+= 8 }
    while index < count, self[index] == 0x20 { index &+= 1 }
    return index
  }

  /// The place of the first line feed from `index` on; `count` where there is none.
  func lineFeed(from index: Int) -> Int {
    var index = index
    while index &+ 8 <= count {
      let marks = ByteScan.zeroMarks(word(at: index) ^ (ByteScan.ones &* 0x0A))
      if marks != 0 { return index &+ marks.littleEndian.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, self[index] != 0x0A { index &+= 1 }
    return index
  }

  /// The length of the UTF-8 sequence at `index`; 0 where it is invalid or the chunk ends inside.
  @inline(__always)
  func sequenceLength(at index: Int) -> Int {
    guard index &+ 4 <= count else { return 0 }
    let (first, second) = (self[index], self[index &+ 1])
    guard let bounds = UTF8Sequence(first: first), bounds.allows(second) else { return 0 }
    switch bounds.remaining {
    case 1: return 2
    case 2: return self[index &+ 2] & 0xC0 == 0x80 ? 3 : 0
    default: return self[index &+ 2] & 0xC0 == 0x80 && self[index &+ 3] & 0xC0 == 0x80 ? 4 : 0
    }
  }
}
