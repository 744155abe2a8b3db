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
    for byte in bytes.prefix(Self.capacity + 1) { append(byte) }
  }

  /// Appends a character as UTF-8.
  mutating func append(_ scalar: UInt32) {
    let encoded = Unicode.Scalar(scalar).flatMap { UTF8.encode($0) }
    for byte in encoded ?? UTF8.encodedReplacementCharacter { append(byte) }
  }

  private mutating func append(_ byte: UInt8) {
    guard count < Self.capacity else {
      isTooLong = true
      return
    }
    storage[count] = byte
    count += 1
  }

  /// Calls `body` with the text; with no bytes where it was too long.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: storage) { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[..<(isTooLong ? 0 : count)]))
    }
  }
}
