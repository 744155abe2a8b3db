public import QuotesStore
import SystemIO
import TestSupport
import Testing

@Suite("The catalogue of quotations")
struct QuoteCatalogTests {
  private static let bundled = Bundled.path
  private let catalog: QuoteCatalog

  init() throws {
    catalog = try QuoteCatalog(path: Self.bundled)
  }

  @Test("The bundled one is long enough for a list with windows, and small enough to start fast")
  func size() throws {
    #expect(catalog.all.count >= 300)
    #expect(try FileStatus(following: Self.bundled).size < 200_000)
  }

  @Test("Each id leads to its quotation, and no text is there twice")
  func unique() {
    for quotation in catalog.all { #expect(catalog.quotation(id: quotation.id) == quotation) }
    #expect(Set(catalog.all.map(\.text)).count == catalog.all.count)
    #expect(catalog.quotation(id: "no-such-quotation") == nil)
  }

  @Test("Texts are in normal form C, without blanks at their ends or controls within")
  func texts() {
    for quotation in catalog.all {
      for text in [quotation.text, quotation.author, quotation.work].compactMap(\.self) {
        #expect(text.unicodeScalars.allSatisfy(isPlain), "\(quotation.id)")
        #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
      }
    }
  }

  /// Printable characters that are the same in all normal forms or composed: Latin without
  /// combining marks.
  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    (0x20..<0x7F).contains(scalar.value) || (0xA0..<0x250).contains(scalar.value)
  }

  @Test("They come by author, then by text")
  func order() {
    for (first, second) in zip(catalog.all, catalog.all.dropFirst()) {
      #expect((first.author, first.text) < (second.author, second.text))
    }
  }

  @Test(
    "A keyword finds what holds all its words, in whatever field, order, case and accents",
    arguments: [
      ("uneasy lies", ["shakespeare-henry-iv-part-2-1"]),
      ("CROWN uneasy", ["shakespeare-henry-iv-part-2-1"]),
      ("uneasy shakespeare", ["shakespeare-henry-iv-part-2-1"]),
      ("  uneasy\t\n crown ", ["shakespeare-henry-iv-part-2-1"]),
      ("neasy li", ["shakespeare-henry-iv-part-2-1"]),
      ("neasy crow", ["shakespeare-henry-iv-part-2-1"]),
      ("uneasy pianist", []),
      ("bronte", ["bronte-c-jane-eyre-2", "bronte-c-jane-eyre-1", "bronte-e-wuthering-heights-1"]),
      ("BRONTË", ["bronte-c-jane-eyre-2", "bronte-c-jane-eyre-1", "bronte-e-wuthering-heights-1"]),
      (
        "bronte\u{308}",
        [
          "bronte-c-jane-eyre-2", "bronte-c-jane-eyre-1", "bronte-e-wuthering-heights-1",
        ]
      ),
      ("reader married", ["bronte-c-jane-eyre-1"]),
      ("brother's keeper", ["bible-genesis-4"]),
      ("brother\u{2019}s keeper", ["bible-genesis-4"]),
      ("zzzz", []),
      ("%", []),
      ("\u{0}", []),
    ] as [(String, [QuotationID])])
  func search(keyword: String, ids: [QuotationID]) {
    #expect(catalog.matching(keyword).map(\.id) == ids)
  }

  @Test("A keyword without a word finds all", arguments: ["", "   ", "\n\u{3000}"])
  func everything(keyword: String) {
    #expect(catalog.matching(keyword) == catalog.all)
  }

  @Test("A keyword of any length is answered")
  func long() {
    #expect(catalog.matching(String(repeating: "a", count: 100_000)).isEmpty)
    #expect(catalog.matching(String(repeating: "the ", count: 100_000)) == catalog.matching("the"))
  }

  @Test(
    "A file that is no catalogue is refused with its path and the place",
    arguments: [
      ("", "line 1"),
      ("{", "line 1"),
      ("[1]", "expected object"),
      ("{}", "at /quotations, found nothing"),
      (#"{"quotations": [{"text": "t", "author": "a"}]}"#, "at /quotations/0/id, found nothing"),
      (#"{"quotations": [{"id": "A b", "text": "t", "author": "a"}]}"#, "at /quotations/0/id"),
      (#"{"quotations": [{"id": "a-", "text": "t", "author": "a"}]}"#, "at /quotations/0/id"),
      (#"{"quotations": [{"id": "a", "text": "", "author": "a"}]}"#, "at /quotations/0/text"),
      (#"{"quotations": [{"id": "a", "text": "t", "author": 1}]}"#, "/0/author, found integer"),
      (
        #"{"quotations": [{"id": "a", "text": "t", "author": "a", "work": ""}]}"#,
        "at /quotations/0/work"
      ),
      (
        #"{"quotations": [{"id": "a", "text": "t", "author": "a"},"#
          + #"{"id": "a", "text": "u", "author": "a"}]}"#, "'a' twice"
      ),
    ])
  func refused(text: String, reason: String) throws {
    let path = try Scratch().file("quotations.json")
    try File.replace(path, with: Array(text.utf8))
    let error = try #require(throws: CatalogError.self) { try QuoteCatalog(path: path) }
    #expect(error.path == path)
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test("A file that is missing is refused with its path")
  func missing() throws {
    let path = try Scratch().file("none.json")
    let error = try #require(throws: CatalogError.self) { try QuoteCatalog(path: path) }
    #expect(error == CatalogError(path: path, reason: "open: No such file or directory (ENOENT)"))
  }
}

extension QuotationID: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// The catalogue in the repository.
private enum Bundled {
  static var path: String {
    let root = #filePath.parentPath?.parentPath?.parentPath ?? ""
    return "\(root)/Plugins/quotes/quotations.json"
  }
}
