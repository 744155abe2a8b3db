/// The characters that text from others must not bring to a terminal.
///
/// Controls can move the cursor, rewrite the screen or answer in the user's place; bidirectional
/// controls and invisible characters make a text look like another one. The joiners U+200C and
/// U+200D stay: Persian, Indic scripts and emoji need them.
enum HazardousScalar {
  /// The ranges, in order: C0, DEL and C1, then what is invisible and not a joiner.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x7F...0x9F,
    0xAD...0xAD,  // soft hyphen
    0x61C...0x61C,  // Arabic letter mark
    0x180E...0x180E,  // Mongolian vowel separator
    0x200B...0x200B,  // zero width space
    0x200E...0x200F,  // left-to-right and right-to-left mark
    0x2028...0x202E,  // line and paragraph separator, embeddings and overrides
    0x2060...0x206F,  // word joiner, invisible operators, isolates, deprecated controls
    0xFEFF...0xFEFF,  // zero width no-break space
    0xFFF9...0xFFFB,  // interlinear annotation
    0xE0000...0xE007F,  // tags, which carry hidden text
  ]

  /// Whether a terminal must not get this character from others.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x7F { return value < 0x20 }
    return ranges.contains { $0.contains(value) }
  }
}
