/// Keeps the one-byte forms of symbols and nothing else: what the index stores.
struct ByteSink: FoldingSink {
  private(set) var bytes: [UInt8] = []
  /// Whether each code point since `beginText()` was one character, as far as this can tell.
  private(set) var startsDiffer = true
  private var lastStart = -1

  /// Prepares for the next text.
  mutating func beginText() {
    startsDiffer = true
    lastStart = -1
  }

  mutating func begin(base: UInt32, cased: UInt32, kind: SymbolByte.Kind, start: Int) {
    if start == lastStart { startsDiffer = false }
    lastStart = start
    bytes.append(SymbolByte.make(base: base, cased: cased, kind: kind))
  }

  mutating func mark(_ mark: UInt32) {}

  mutating func part(_ codePoint: UInt32) {}
}
