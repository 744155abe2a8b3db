/// The first bytes of a peer's text, for a sentence that quotes them: short, printable, without allocation.
struct Excerpt {
  /// 32 bytes tell a header from JSON and JSON from prose; more would let a peer write our messages.
  static let capacity = 32

  private var storage = InlineArray<32, UInt8>(repeating: 0)
  private var count = 0
  private var isCut = false

  /// Takes the beginning of `bytes`.
  init(_ bytes: UnsafeRawBufferPointer) {
    count = min(bytes.count, Self.capacity)
    isCut = bytes.count > Self.capacity
    for index in 0..<count { storage[index] = bytes[index] }
  }

  /// Whether there was nothing to quote.
  var isEmpty: Bool { count == 0 }

  /// The bytes as text: what is not printable ASCII becomes a question mark.
  var text: String {
    String(
      decoding: (0..<count).map { isPrintable(storage[$0]) ? storage[$0] : 0x3F }, as: UTF8.self)
      + (isCut ? ".." : "")
  }

  /// The text in quotes, and the bytes in hexadecimal where the text does not tell all.
  var quotation: String {
    let quoted = "`\(text)`"
    if (0..<count).allSatisfy({ isPrintable(storage[$0]) }) { return quoted }
    let digits = (0..<count).map { index in
      (storage[index] < 16 ? "0" : "") + String(storage[index], radix: 16)
    }
    return "\(quoted) (hexadecimal \(digits.joined(separator: " ")))"
  }

  private func isPrintable(_ byte: UInt8) -> Bool { 0x20..<0x7F ~= byte }
}
