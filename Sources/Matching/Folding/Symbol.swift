/// One character as matching sees it: a folded letter with its marks, or a whole emoji sequence.
struct Symbol {
  /// The folded code point: no case, no marks, no compatibility form.
  var base: UInt32
  /// The code point before case folding; tells equal items apart, nothing else.
  var cased: UInt32
  /// Where the marks begin in `FoldedText.marks`; they are sorted, unless `isWhole`.
  var markStart: UInt32
  /// How many marks there are.
  var markCount: UInt32
  /// Whether the marks are the rest of an emoji sequence, which matches only as a whole.
  var isWhole: Bool
}

/// What a mark is, beside its code point.
enum Mark {
  /// Set in marks that make another letter (vowel signs, voicing, Hangul jamo): equality needs them,
  /// though a query may still leave them out, since people type them last.
  static let letterPartBit: UInt32 = 1 << 30
}
