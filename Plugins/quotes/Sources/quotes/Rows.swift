import JackfieldPlugin
import QuotesStore

extension CellType {
  /// A way to another screen.
  static var entry: CellType { CellType(id: "entry") }
  /// A quotation: its words, and below them who said them where.
  static var quotation: CellType { CellType(id: "quotation") }
}

extension Row {
  /// A quotation as a row.
  init(_ quotation: Quotation) {
    self.init(
      id: quotation.id.rawValue, cellType: CellType.quotation.id, title: quotation.text,
      subtitle: quotation.source)
  }
}

extension ListPage {
  /// Some of the quotations, which are all that a list has in its one section.
  init(_ quotations: [Quotation], in section: Section, offset: Int, limit: Int) {
    let rest = quotations.dropFirst(offset)
    var section = section
    section.rows = rest.prefix(limit).map { Row($0) }
    self.init(sections: [section], hasMore: rest.count > limit, total: quotations.count)
  }
}

extension ListUpdate {
  /// Replaces a list by its first page.
  init(screen: String, firstOf page: ListPage) {
    self.init(
      screen: screen, sections: page.sections, total: page.total, hasMore: page.hasMore)
  }
}

extension Int {
  /// Rows that an update brings along: a page, as the host asks for it.
  static let pageRows = ProtocolLimits.listPageRows
}

extension Quotation {
  /// Who said it where.
  var source: String { work.map { "\(author), \($0)" } ?? author }

  /// The quotation with its marks and its source.
  var whole: String { "“\(text)”\n— \(source)" }
}

extension String.StringInterpolation {
  /// A number of quotations, as in `1 quotation`.
  mutating func appendInterpolation(quotations count: Int) {
    appendLiteral("\(count) \(count == 1 ? "quotation" : "quotations")")
  }
}
