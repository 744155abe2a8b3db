/// What takes the symbols of a text as `Folder` finds them.
protocol FoldingSink: Sendable {
  /// A symbol begins at the byte offset `start`; its marks may follow.
  mutating func begin(base: UInt32, cased: UInt32, kind: SymbolByte.Kind, start: Int)
  /// A mark of the last symbol.
  mutating func mark(_ mark: UInt32)
  /// A further code point of the last symbol, which is an emoji sequence.
  mutating func part(_ codePoint: UInt32)
}
