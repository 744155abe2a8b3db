/// Keeps the one-byte forms of symbols and nothing else: what the index stores.
struct ByteSink: FoldingSink {
  private(set) var bytes: [UInt8] = []

  mutating func begin(base: UInt32, cased: UInt32, kind: SymbolByte.Kind, start: Int) {
    bytes.append(SymbolByte.make(base: base, cased: cased, kind: kind))
  }

  mutating func mark(_ mark: UInt32) {}

  mutating func part(_ codePoint: UInt32) {}
}
