/// How many cells of a terminal a text takes.
///
/// A rough measure for aligned columns: a wrong guess moves the rest of one line and nothing else.
/// The C library's `wcwidth` would need a locale, and knows scalars, not emoji sequences.
enum CellWidth {
  /// The blocks that East Asian typography draws wide (UAX 11), emoji apart.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo that begin a syllable
    0x2E80...0x303E, 0x3041...0x4DBF,  // CJK radicals, punctuation, kana, extension A
    0x4E00...0xA4CF, 0xA960...0xA97F,  // CJK, Yi, Hangul Jamo extended
    0xAC00...0xD7A3, 0xF900...0xFAFF,  // Hangul syllables, compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, kana supplements
    0x20000...0x3FFFD,  // ideographs of the supplementary planes
  ]

  /// The cells of a text without control characters.
  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// A cluster is as wide as its widest scalar; an emoji selector makes it wide.
  private static func of(_ character: Character) -> Int {
    character.unicodeScalars.reduce(0) { max($0, of($1)) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }
}
