internal import Matching

/// Finds quotations by words that they hold, as the host's matcher in mode `contains` does.
struct KeywordIndex: Sendable {
  /// Words of a keyword that are looked for; each costs a search, and nobody types so many.
  static let maximumWords = 32

  private let snapshot: Snapshot
  private let count: Int

  /// Prepares the quotations for searching; a place is an index of this array.
  init(_ quotations: [Quotation]) {
    var builder = SegmentBuilder()
    for quotation in quotations {
      let fields = [quotation.text, quotation.author, quotation.work ?? ""]
      // A word has no line feed, so none is found across two fields.
      builder.append(Self.plain(fields.joined(separator: "\n")))
    }
    count = quotations.count
    snapshot = Snapshot([builder.finish()])
  }

  /// The places of those that hold all words of `keyword`, ascending.
  func places(of keyword: String) -> [Int] {
    var places = Array(0..<count)
    let words = Self.plain(keyword).split(whereSeparator: \.isWhitespace)
    for word in words.prefix(Self.maximumWords) {
      let found = self.places(holding: String(word))
      places.removeAll { !found.contains($0) }
    }
    return places
  }

  private func places(holding word: String) -> Set<Int> {
    let query = Query(word, options: MatchOptions(mode: .contains))
    let search = Search(snapshot, for: query, limit: count)
    search.run()
    return Set((search.result()?.matches ?? []).map { Int($0.candidate.row) })
  }

  /// The text with plain apostrophes: keyboards have one kind, and books the other.
  private static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{2019}" ? "'" : $0 }))
  }
}
