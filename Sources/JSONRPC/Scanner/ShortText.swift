/// The text of a member's name, collected where it comes in pieces or with escapes.
///
/// It holds what the longest name of interest needs; a longer text is none of them.
struct ShortText {
  /// Longer than `partialResultToken`, the longest name that is looked for.
  static let capacity = 24

  private var storage = InlineArray<24, UInt8>(repeating: 0)
  private var count = 0
  private var isTooLong = false

  /// Forgets the text.
  mutating func removeAll() {
    count = 0
    isTooLong = false
  }

  /// Appends `bytes`.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= Self.capacity - count else {
      isTooLong = true
      return
    }
    for byte in bytes {
      storage[count] = byte
      count += 1
    }
  }

  /// Appends a character as UTF-8; half a surrogate pair makes the text one that nobody looks for.
  mutating func append(_ scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar), let encoded = UTF8.encode(scalar) else {
      isTooLong = true
      return
    }
    for byte in encoded { withUnsafeBytes(of: byte) { append($0) } }
  }

  /// Calls `body` with the text; with no bytes where it was too long.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[..<(isTooLong ? 0 : count)]))
    }
  }
}
