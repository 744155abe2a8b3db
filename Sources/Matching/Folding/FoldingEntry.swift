/// The meaning of a table entry; `Tools/generate-folding.py` writes the same numbers.
enum FoldingEntry {
  /// A letter without case that folds to itself.
  static let uncased: UInt16 = 0
  /// A small letter that folds to itself.
  static let lower: UInt16 = 1
  /// Punctuation, a symbol or a space.
  static let delimiter: UInt16 = 2
  /// Not seen by matching: variation selectors, joiners, soft hyphens.
  static let ignorable: UInt16 = 3
  /// A mark that a query may leave out.
  static let diacritic: UInt16 = 4
  /// A mark that makes another letter.
  static let letterPart: UInt16 = 5
  /// A symbol that may begin or continue an emoji sequence.
  static let emoji: UInt16 = 6
  /// A regional indicator; two make a flag.
  static let indicator: UInt16 = 7
  /// A skin tone.
  static let modifier: UInt16 = 8
  /// From here on, entries are places in the list of sequences.
  static let firstSequence: UInt16 = 16
}

/// A word of a folding sequence: a base (its cased form is the next word) or a mark.
struct FoldingElement {
  let word: UInt32

  var isMark: Bool { word & 1 << 31 != 0 }
  var codePoint: UInt32 { word & 0x1F_FFFF }
  /// The code point with `Mark.letterPartBit`.
  var mark: UInt32 { word & ~(1 << 31) }
  var kind: SymbolByte.Kind { SymbolByte.Kind(rawValue: word >> 21 & 3) ?? .uncased }
}
