internal import JSON
internal import SystemIO

/// All quotations that there are; read once, never changed.
public struct QuoteCatalog: Sendable {
  /// A larger file is refused. Ours has 50 KB, and what a person adds to it won't reach the limit.
  static let maximumFileSize = 4 << 20

  /// All of them, in the order of lists: by author, then by text.
  public let all: [Quotation]
  private let places: [QuotationID: Int]
  private let index: KeywordIndex

  /// Reads a file of `{"quotations": [{"id", "text", "author", "work"?}, ..]}` in UTF-8.
  ///
  /// - Throws: `CatalogError` where it can't be read, is no such JSON, or has an id twice.
  public init(path: String) throws(CatalogError) {
    do {
      let json = try JSONValue.parse(try File.read(path, limit: Self.maximumFileSize))
      try self.init(quotations: try Self.quotations(in: json))
    } catch {
      throw CatalogError(path: path, reason: Self.reason(of: error))
    }
  }

  private init(quotations: [Quotation]) throws(DecodingFailure) {
    all = quotations.sorted(by: Quotation.precedes)
    var places: [QuotationID: Int] = [:]
    for (place, quotation) in all.enumerated() {
      guard places.updateValue(place, forKey: quotation.id) == nil else {
        throw DecodingFailure(expected: "ids that differ", found: "'\(quotation.id)' twice")
          .inside("quotations")
      }
    }
    self.places = places
    index = KeywordIndex(all)
  }

  /// The quotation that is called `id`; nil where there is none.
  public func quotation(id: QuotationID) -> Quotation? {
    places[id].map { all[$0] }
  }

  /// Those that hold every word of `keyword` somewhere in text, author or work, in the order of
  /// `all`. Case and diacritics don't matter, and a word may be part of a longer one. All of them
  /// where `keyword` has no word.
  public func matching(_ keyword: String) -> [Quotation] {
    index.places(of: keyword).map { all[$0] }
  }
}

extension QuoteCatalog {
  private static func quotations(in json: JSONValue) throws(DecodingFailure) -> [Quotation] {
    let list: [JSONValue] = try json.required("quotations")
    var quotations: [Quotation] = []
    for (index, element) in list.enumerated() {
      do {
        quotations.append(try Quotation(json: element))
      } catch {
        throw error.inside(String(index)).inside("quotations")
      }
    }
    return quotations
  }

  /// The reason without the path, which `CatalogError` has already.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? SystemError else { return "\(error)" }
    return "\(error.call): \(error.code)"
  }
}
