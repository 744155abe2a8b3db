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

  /// The eight bytes from `index` on, the first of them lowest.
  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// The place of the first byte from `index` on that the string loop must look at: a quote, a
  /// backslash, a control character or a byte beyond ASCII.
  @inline(__always)
  func endOfPlainText(from index: Int) -> Int {
    var index = index
    while index &+ 8 <= count {
      let word = word(at: index)
      let marks = ByteScan.unescapedMarks(word) | (word & ByteScan.tops)
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
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
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, self[index] != 0x0A { index &+= 1 }
    return index
  }

  /// The place of the first byte from `index` on that is no digit.
  @inline(__always)
  func endOfDigits(from index: Int) -> Int {
    var index = index
    while index < count, isDigit(self[index]) { index &+= 1 }
    return index
  }

  /// The place behind the UTF-8 sequences from `index` on that are valid and all there.
  ///
  /// Of the last three bytes of a chunk none is taken: they may be the beginning of a sequence.
  @inline(__always)
  func endOfSequences(from index: Int) -> Int {
    var index = index
    while index &+ 4 <= count {
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt32.self)
      let length = Self.sequenceLength(UInt32(littleEndian: word))
      guard length > 0 else { break }
      index &+= length
    }
    return index
  }

  /// The length of the UTF-8 sequence that begins with the lowest byte of `word`; 0 where that is ASCII or
  /// the sequence is invalid (Unicode 16, table 3-7).
  @inline(__always)
  private static func sequenceLength(_ word: UInt32) -> Int {
    if word & 0x0000_C0E0 == 0x0000_80C0 {
      // Less than 0xC2 would be an overlong form.
      return word & 0x1E != 0 ? 2 : 0
    }
    // All bits of the character but those of its last one or two bytes.
    let head = word << 6 & 0x3C0 | word >> 8 & 0x3F
    if word & 0x00C0_C0F0 == 0x0080_80E0 {
      return head >= 0x800 >> 6 && head & 0x3E0 != 0xD800 >> 6 ? 3 : 0
    }
    if word & 0xC0C0_C0F8 == 0x8080_80F0 {
      return head >= 0x1_0000 >> 12 && head <= 0x10_FFFF >> 12 ? 4 : 0
    }
    return 0
  }

  /// Whether a `\u` escape with the backslash at `index` is all there and is no surrogate.
  @inline(__always)
  func isPlainEscape(at index: Int) -> Bool {
    guard index &+ 6 <= count, self[index &+ 1] == UInt8(ascii: "u") else { return false }
    var unit: UInt16 = 0
    for place in (index &+ 2)..<(index &+ 6) {
      guard let digit = ByteScan.hexadecimalValue(self[place]) else { return false }
      unit = unit << 4 | UInt16(digit)
    }
    return unit & 0xF800 != 0xD800
  }
}

/// Whether `byte` is an ASCII digit.
@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
