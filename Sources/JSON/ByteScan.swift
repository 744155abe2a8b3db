/// Searches that look at eight bytes at a time, for the loops where texts spend their time.
///
/// Each takes a word, whose lowest byte comes first, apart with arithmetic alone: `(x - 0x01..) & ~x &
/// 0x80..` has the top bit of every byte that is zero, and perhaps of some above one: the lowest bit is
/// always right. Public only so that other modules inline them.
public enum ByteScan {
  /// A word of eight ones; multiplied by a byte, a word of eight such bytes.
  @inlinable public static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// The top bit of each byte.
  @inlinable public static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// The place of the first byte from `start` on that can't stand in a JSON string as it is: a quote, a
  /// backslash or a control character; `bytes.count` where there is none.
  public static func endOfUnescaped(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var index = start
    while index &+ 8 <= bytes.count {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let marks = unescapedMarks(UInt64(littleEndian: word))
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.count, isUnescaped(bytes[index]) { index &+= 1 }
    return index
  }

  /// The top bits of the bytes in `word` that are zero.
  @inlinable @inline(__always)
  public static func zeroMarks(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & tops
  }

  /// The top bits of the bytes in `word` that end a run of unescaped string bytes.
  @inlinable @inline(__always)
  public static func unescapedMarks(_ word: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    return
      (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
      | ((word &- ones &* 0x20) & ~word)) & tops
  }

  /// Whether `byte` may stand in a JSON string as it is, as far as a single byte can tell.
  @inlinable @inline(__always)
  public static func isUnescaped(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte >= 0x20
  }

  /// The value of a hexadecimal digit.
  @inlinable @inline(__always)
  public static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }
}
