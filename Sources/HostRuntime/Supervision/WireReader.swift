/// Reads the fields of a message between host and guard; nil where the message is too short.
struct WireReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  mutating func number() -> UInt32? {
    guard bytes.count >= 4 else { return nil }
    let value = bytes.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    bytes = bytes.dropFirst(4)
    return value
  }

  mutating func signedNumber() -> Int32? {
    number().map { Int32(bitPattern: $0) }
  }

  mutating func text() -> String? {
    guard let count = number(), bytes.count >= Int(count) else { return nil }
    let text = String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    bytes = bytes.dropFirst(Int(count))
    return text
  }

  mutating func texts() -> [String]? {
    // Each text has four bytes at least: a count beyond that is not believed.
    guard let count = number(), Int(count) <= bytes.count / 4 else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }
}
