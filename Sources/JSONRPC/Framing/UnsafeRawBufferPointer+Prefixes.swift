extension UnsafeRawBufferPointer {
  /// How bytes that may not all be there compare with what they could begin with.
  enum Comparison {
    case equal
    case different
    /// There are too few bytes to tell.
    case undecided
  }

  /// Compares the first bytes with `text`, which is in lower case, whatever their case.
  func comparison(withLowercased text: StaticString) -> Comparison {
    text.withUTF8Buffer { text in
      for index in 0..<Swift.min(count, text.count) where lowercased(at: index) != text[index] {
        return .different
      }
      return count < text.count ? .undecided : .equal
    }
  }

  private func lowercased(at index: Int) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self[index] ? self[index] | 0x20 : self[index]
  }

  /// Whether the bytes begin like a JSON object or an array of something, unlike `[INFO]` or `{'a': 1}`;
  /// nil where there are too few to tell.
  var beginsLikeJSON: Bool? {
    guard let first else { return nil }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    guard let next = self.dropFirst().first(where: { !isWhiteSpace($0) }) else { return nil }
    switch next {
    case UInt8(ascii: "\""): return true
    case UInt8(ascii: "}"): return first == UInt8(ascii: "{")
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "]"): return first == UInt8(ascii: "[")
    default: return false
    }
  }

  /// The place of the first line feed from `index` on; `count` where there is none.
  func lineFeed(from index: Int) -> Int {
    guard let baseAddress else { return 0 }
    return Chunk(base: baseAddress, count: count).lineFeed(from: index)
  }
}
