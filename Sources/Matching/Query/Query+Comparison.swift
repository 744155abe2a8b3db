extension Query {
  /// Whether a character of the query and one of a text agree in full, once their bytes do.
  func agrees(_ symbol: PatternSymbol, with text: FoldedText, at place: Int) -> Bool {
    let wanted = folded.symbols[symbol.index]
    let found = text.symbols[place]
    guard wanted.base == found.base, wanted.isWhole == found.isWhole else { return false }
    if wanted.markCount == 0 && !options.diacriticSensitive { return true }
    let marks = folded.marks(at: symbol.index)
    if wanted.isWhole || options.diacriticSensitive { return marks == text.marks(at: place) }
    return Self.isSubset(marks, of: text.marks(at: place))
  }

  /// Whether a character of the query and the first of `text` agree in full, once their bytes do.
  func agrees(_ symbol: PatternSymbol, with text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    let length = first < 0x80 ? 1 : UTF8Decoding.decode(text, at: 0).length
    var folder = Folder(CharacterProbe(symbol, of: self))
    folder.fold(UnsafeRawBufferPointer(rebasing: text[..<length]))
    return folder.sink.agrees(isDiacriticSensitive: options.diacriticSensitive)
  }

  /// How equal two texts are in which each character agrees; nil if they are two different words.
  func equality(with text: FoldedText) -> Equality? {
    var equality = Equality(sameMarks: true, sameCase: true)
    for symbol in literal {
      let wanted = folded.symbols[symbol.index]
      let marks = text.marks(at: symbol.index)
      if marks != folded.marks(at: symbol.index) {
        equality.sameMarks = false
        let parts = Self.letterParts(marks)
        guard parts.elementsEqual(Self.letterParts(folded.marks(at: symbol.index))) else {
          return nil
        }
      }
      if wanted.cased != text.symbols[symbol.index].cased { equality.sameCase = false }
    }
    return equality
  }

  /// Whether everything that matches this query matches `other`, so that `other`'s survivors suffice.
  func narrows(_ other: Query) -> Bool {
    guard options == other.options, options.mode != .exact else { return false }
    guard other.sought.count <= sought.count else { return false }
    return zip(other.sought, sought).allSatisfy { old, new in
      old.byte == new.byte && old.isCaseStrict == new.isCaseStrict
        && other.agrees(old, with: folded, at: new.index)
    }
  }

  private static func isSubset(_ part: ArraySlice<UInt32>, of whole: ArraySlice<UInt32>) -> Bool {
    var rest = whole[...]
    for mark in part {
      guard let place = rest.firstIndex(of: mark) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }

  private static func letterParts(_ marks: ArraySlice<UInt32>) -> some Sequence<UInt32> {
    marks.lazy.filter { $0 & Mark.letterPartBit != 0 }
  }
}

/// How much of two equal texts agrees beyond their folded letters.
struct Equality {
  /// Whether all diacritics agree.
  var sameMarks: Bool
  /// Whether all letters have the same case.
  var sameCase: Bool

  /// 0…3: marks weigh more than case, since a variant spelling is another word more often.
  var grade: Int { (sameMarks ? 2 : 0) + (sameCase ? 1 : 0) }
}
