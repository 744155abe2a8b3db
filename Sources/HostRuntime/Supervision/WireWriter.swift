/// Writes the fields of a message between host and guard, one after another.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
    }
  }

  mutating func write(_ value: Int32) {
    write(UInt32(bitPattern: value))
  }

  mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ texts: [String]) {
    write(UInt32(texts.count))
    for text in texts { write(text) }
  }
}
