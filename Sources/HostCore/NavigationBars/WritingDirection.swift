/// Which way a language is written, as its locale tells.
enum WritingDirection {
  /// Languages that are usually written from right to left, by ISO 639.
  private static let languages: Set<Substring> = [
    "ar", "arc", "arz", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "nqo", "ps", "sd",
    "syr", "ug", "ur", "yi",
  ]
  /// Scripts that are written from right to left, by ISO 15924.
  private static let scripts: Set<Substring> = [
    "adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa",
  ]

  /// Whether a locale such as `ar`, `he_IL.UTF-8` or `pa-Arab-PK` is written from right to left.
  ///
  /// A script that is named counts, whatever the language is otherwise written in.
  static func isRightToLeft(locale: String) -> Bool {
    let tag = locale.prefix { $0 != "." && $0 != "@" }
    let subtags = tag.lowercased().split { $0 == "_" || $0 == "-" }
    guard let language = subtags.first else { return false }
    // A script has four letters; it stands right behind the language.
    if subtags.count > 1, subtags[1].count == 4, subtags[1].allSatisfy(\.isLetter) {
      return scripts.contains(subtags[1])
    }
    return languages.contains(language)
  }
}
