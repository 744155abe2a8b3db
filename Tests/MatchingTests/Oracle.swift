@testable import Matching

/// A matcher that is plainly right and hopelessly slow: it tries every alignment.
///
/// It shares the folding of text and the constants of `Rank` with the real one, and nothing else.
struct Oracle {
  let query: Query
  private let wanted: [Character]
  private let options: MatchOptions

  /// A folded character with all that can matter.
  struct Character {
    let base: UInt32
    let cased: UInt32
    let marks: [UInt32]
    let isWhole: Bool
    let byte: UInt8

    var isSpace: Bool { byte == 0x20 }
    var isUpper: Bool { SymbolByte.isUpper(byte) }
    var isDigit: Bool { SymbolByte.isDigit(byte) }
    var isUncased: Bool { SymbolByte.isUncased(byte) }
    var isDelimiter: Bool { SymbolByte.isDelimiter(byte) }
    var isSmall: Bool { !isUpper && !isDigit && !isUncased && !isDelimiter }
    var letterParts: [UInt32] { marks.filter { $0 & Mark.letterPartBit != 0 } }
  }

  init(_ query: Query) {
    self.query = query
    options = query.options
    wanted = Self.characters(query.text)
  }

  static func characters(_ text: String) -> [Character] {
    let folded = Array(text.utf8).withUnsafeBytes { FoldedText($0) }
    return folded.symbols.indices.map { index in
      let symbol = folded.symbols[index]
      return Character(
        base: symbol.base, cased: symbol.cased, marks: Array(folded.marks(at: index)),
        isWhole: symbol.isWhole, byte: folded.bytes[index])
    }
  }

  /// The score of a text, nil if it does not match.
  func score(_ text: String, weight: Int = 0) -> Int? {
    let text = Self.characters(text)
    let sought =
      options.mode == .fuzzy ? wanted.indices.filter { !wanted[$0].isSpace } : Array(wanted.indices)
    if sought.isEmpty { return 0 }
    let bonus = Int32(weight) * Rank.weightUnit
    if let grade = grade(text) {
      return Rank.score(.equal, fractions: Int32(grade) << 10 | bonus, length: 0)
    }
    let starts = text.indices.filter { stands(at: $0, in: text) }
    switch options.mode {
    case .exact: return nil
    case .prefix:
      return starts.first == 0 ? Rank.score(.beginsWithQuery, fractions: 0, length: 0) : nil
    case .contains, .fuzzy: break
    }
    if starts.first == 0 {
      let points = piece(at: 0, text) + bonus
      return Rank.score(.beginsWithQuery, fractions: points, length: text.count)
    }
    let best =
      options.mode == .contains
      ? starts.map { piece(at: $0, text) }.max()
      : bestAlignment(of: sought, text)
    return best.map { Rank.score(.other, fractions: $0 + bonus, length: text.count) }
  }

  // MARK: Comparison

  private func fits(_ index: Int, _ found: Character) -> Bool {
    let it = wanted[index]
    guard it.base == found.base, it.isWhole == found.isWhole else { return false }
    if isCaseStrict(index), it.isUpper != found.isUpper { return false }
    if it.isWhole || options.diacriticSensitive { return it.marks == found.marks }
    var rest = found.marks
    for mark in it.marks {
      guard let place = rest.firstIndex(of: mark) else { return false }
      rest.remove(at: place)
    }
    return true
  }

  private func isCaseStrict(_ index: Int) -> Bool {
    switch options.caseSensitivity {
    case .insensitive: false
    case .sensitive: true
    case .smart: wanted[index].isUpper
    }
  }

  private func stands(at place: Int, in text: [Character]) -> Bool {
    guard place + wanted.count <= text.count else { return false }
    return wanted.indices.allSatisfy { fits($0, text[place + $0]) }
  }

  private func grade(_ text: [Character]) -> Int? {
    guard text.count == wanted.count, stands(at: 0, in: text) else { return nil }
    guard zip(wanted, text).allSatisfy({ $0.letterParts == $1.letterParts }) else { return nil }
    let sameMarks = zip(wanted, text).allSatisfy { $0.marks == $1.marks }
    let sameCase = zip(wanted, text).allSatisfy { $0.cased == $1.cased }
    return (sameMarks ? 2 : 0) + (sameCase ? 1 : 0)
  }

  // MARK: Points

  private var run: Int32 {
    let count = options.mode == .fuzzy ? wanted.count { !$0.isSpace } : wanted.count
    return count <= Rank.shortQuery ? Rank.shortRun : Rank.run
  }

  private func start(_ place: Int, _ text: [Character]) -> Int32 {
    if place == 0 { return Rank.textStart }
    let (it, before) = (text[place], text[place - 1])
    if it.isDelimiter { return 0 }
    if before.isDelimiter { return Rank.wordStart }
    let startsCapital = it.isUpper && !before.isUpper
    let endsAcronym = it.isUpper && place + 1 < text.count && text[place + 1].isSmall
    let startsNumber = it.isDigit && !before.isDigit
    let changesScript = !it.isUpper && !it.isDigit && it.isUncased != before.isUncased
    return startsCapital || endsAcronym || startsNumber || changesScript ? Rank.hump : 0
  }

  private func end(_ place: Int, _ text: [Character]) -> Int32 {
    if text[place].isDelimiter { return 0 }
    if place + 1 == text.count || text[place + 1].isDelimiter { return Rank.wordEnd }
    return start(place + 1, text) > 0 ? Rank.wordEnd : 0
  }

  private func piece(at place: Int, _ text: [Character]) -> Int32 {
    let count = Int32(wanted.count)
    let points =
      count * Rank.match + start(place, text) + (count - 1) * run
      + end(place + wanted.count - 1, text)
    return points * Rank.fractions + 255 - Int32(min(place, 255))
  }

  /// Tries all places of the last character, and for each all places of the one before, and so on.
  private func bestAlignment(of sought: [Int], _ text: [Character]) -> Int32? {
    var best = [Int32?](repeating: nil, count: text.count)
    for (order, index) in sought.enumerated() {
      best = text.indices.map { place in
        guard fits(index, text[place]) else { return nil }
        if order == 0 {
          let points = Rank.match + start(place, text) + space(index, place, text)
          return points * Rank.fractions + 255 - Int32(min(place, 255))
        }
        return (0..<place).compactMap { previous in
          best[previous].map { $0 + step(index, from: previous, to: place, text) * Rank.fractions }
        }.max()
      }
    }
    return text.indices.compactMap { place in
      best[place].map { $0 + end(place, text) * Rank.fractions }
    }.max()
  }

  /// The fractions of one alignment of mode `fuzzy`.
  func points(of places: [Int], in text: String) -> Int32 {
    let text = Self.characters(text)
    let sought = wanted.indices.filter { !wanted[$0].isSpace }
    var points: Int32 = 0
    for (order, (index, place)) in zip(sought, places).enumerated() {
      points +=
        order > 0
        ? step(index, from: places[order - 1], to: place, text)
        : Rank.match + start(place, text) + space(index, place, text)
    }
    points += end(places[places.count - 1], text)
    return points * Rank.fractions + 255 - Int32(min(places[0], 255))
  }

  private func step(_ index: Int, from previous: Int, to place: Int, _ text: [Character]) -> Int32 {
    let skipped = Int32(place - previous - 1)
    if index > 0, wanted[index - 1].isSpace {
      let gap = min(max(skipped - 1, 0), Rank.gapLimit - Rank.gapStart)
      return Rank.match + start(place, text) - gap + (skipped > 0 ? space(index, place, text) : 0)
    }
    if skipped == 0 { return Rank.match + run }
    let gap = min(Rank.gapStart + (skipped - 1) * Rank.gapExtension, Rank.gapLimit)
    return Rank.match + start(place, text) - gap
  }

  private func space(_ index: Int, _ place: Int, _ text: [Character]) -> Int32 {
    guard index > 0, wanted[index - 1].isSpace, place > 0 else { return 0 }
    return text[place - 1].isSpace ? Rank.space : 0
  }
}
