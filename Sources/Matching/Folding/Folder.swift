internal import CMatching

/// Turns UTF-8 into symbols: case, diacritics, compatibility forms and normal forms fold away.
///
/// There is no locale. What a code point folds to comes from generated tables; this type adds what needs
/// its neighbours: marks, Hangul syllables, emoji sequences, and the dot of `i`.
struct Folder<Sink: FoldingSink>: Sendable {
  /// Takes the symbols.
  var sink: Sink
  private var last = Last.none
  private var joins = false

  /// What the last symbol was, as far as it matters to the next code point.
  private enum Last: Sendable { case none, letter, dotted, emoji, indicator }

  init(_ sink: Sink) { self.sink = sink }

  /// Folds `text` from its beginning; invalid UTF-8 folds to U+FFFD.
  mutating func fold(_ text: UnsafeRawBufferPointer) {
    (last, joins) = (.none, false)
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      if byte < 0x80 {
        ascii(byte, start: offset)
        offset += 1
      } else {
        let (codePoint, length) = UTF8Decoding.decode(text, at: offset)
        fold(codePoint, start: offset)
        offset += length
      }
    }
  }

  @inline(__always)
  private mutating func ascii(_ byte: UInt8, start: Int) {
    let folded = byte &- 0x41 < 26 ? byte | 0x20 : byte
    begin(UInt32(folded), UInt32(byte), .lower, folded == 0x69 ? .dotted : .letter, start)
  }

  private mutating func fold(_ codePoint: UInt32, start: Int) {
    let entry = cmatching_fold_entry(codePoint)
    switch entry {
    case FoldingEntry.uncased where codePoint &- Hangul.first < Hangul.count:
      syllable(codePoint, start: start)
    case FoldingEntry.uncased: begin(codePoint, codePoint, .uncased, .letter, start)
    case FoldingEntry.lower: begin(codePoint, codePoint, .lower, .letter, start)
    case FoldingEntry.delimiter: begin(codePoint, codePoint, .delimiter, .letter, start)
    case FoldingEntry.ignorable: ignore(codePoint)
    case FoldingEntry.diacritic: mark(codePoint, start: start)
    case FoldingEntry.letterPart: mark(codePoint | Mark.letterPartBit, start: start)
    case FoldingEntry.emoji, FoldingEntry.modifier, FoldingEntry.indicator:
      emoji(codePoint, entry, start: start)
    default: sequence(UInt32(entry - FoldingEntry.firstSequence), start: start)
    }
  }

  private mutating func begin(
    _ base: UInt32, _ cased: UInt32, _ kind: SymbolByte.Kind, _ now: Last, _ start: Int
  ) {
    sink.begin(base: base, cased: cased, kind: kind, start: start)
    (last, joins) = (now, false)
  }

  private mutating func sequence(_ index: UInt32, start: Int) {
    var next = index + 1
    let end = next + cmatching_fold_word(index)
    while next < end {
      let element = FoldingElement(word: cmatching_fold_word(next))
      if element.isMark {
        mark(element.mark, start: start)
      } else {
        next += 1
        let now: Last = element.codePoint == 0x69 ? .dotted : .letter
        begin(element.codePoint, cmatching_fold_word(next), element.kind, now, start)
      }
      next += 1
    }
  }

  private mutating func mark(_ mark: UInt32, start: Int) {
    switch last {
    case .none:  // a mark without a letter stands for itself
      let codePoint = mark & ~Mark.letterPartBit
      begin(codePoint, codePoint, .delimiter, .letter, start)
    case .dotted where mark == 0x307: break  // i with a dot is i, in every language
    default: sink.mark(mark)
    }
    joins = false
  }

  private mutating func ignore(_ codePoint: UInt32) {
    guard last == .emoji else { return }
    if codePoint == 0x200D { joins = true }
    if codePoint &- 0xE0020 < 0x60 { sink.part(codePoint) }  // tags: flags of regions
  }

  private mutating func emoji(_ codePoint: UInt32, _ entry: UInt16, start: Int) {
    let continues =
      switch entry {
      case FoldingEntry.indicator: last == .indicator
      case FoldingEntry.modifier: last == .emoji
      default: joins
      }
    if continues {
      sink.part(codePoint)
      (last, joins) = (.emoji, false)
    } else {
      let now: Last = entry == FoldingEntry.indicator ? .indicator : .emoji
      begin(codePoint, codePoint, .delimiter, now, start)
    }
  }

  private mutating func syllable(_ codePoint: UInt32, start: Int) {
    let index = codePoint - Hangul.first
    let lead = Hangul.firstLead + index / Hangul.perLead
    begin(lead, lead, .uncased, .letter, start)
    let vowel = Hangul.firstVowel + index % Hangul.perLead / Hangul.finals
    sink.mark(vowel | Mark.letterPartBit)
    let final = index % Hangul.finals
    if final > 0 { sink.mark((Hangul.beforeFirstFinal + final) | Mark.letterPartBit) }
  }
}

/// The arithmetic of Hangul syllables (Unicode Standard, section 3.12).
private enum Hangul {
  static let first: UInt32 = 0xAC00
  static let count: UInt32 = 11_172
  static let firstLead: UInt32 = 0x1100
  static let firstVowel: UInt32 = 0x1161
  static let beforeFirstFinal: UInt32 = 0x11A7
  static let perLead: UInt32 = 588
  static let finals: UInt32 = 28
}
