import JackfieldPlugin
import QuotesStore

/// What has changed in the library.
struct LibraryChange {
  enum Kind {
    case stored(QuotationID)
    case removed(QuotationID)
    case emptied
  }

  let kind: Kind
  /// What is stored now, in the order of storing.
  let quotations: [Quotation]
}

/// The library with the words of its quotations, and whoever wants to know of changes.
///
/// Its file is opened when it is needed, and anew after a failure: what is wrong with it is told to
/// whoever needs it, and once that is put right it works again. Other hosts' plugins use it at the same
/// time, so that nothing of it is kept here.
@PluginActor
final class StoredQuotes {
  var onChange: (LibraryChange) -> Void = { _ in }

  private let directory: String
  private let catalog: QuoteCatalog
  private var library: QuoteLibrary?

  init(in directory: String, of catalog: QuoteCatalog) {
    self.directory = directory
    self.catalog = catalog
  }

  /// What is stored, in the order of storing; what is not in the catalogue any more is left out.
  func all() throws -> [Quotation] {
    try ids().compactMap { catalog.quotation(id: $0) }
  }

  func count() throws -> Int { try all().count }

  func contains(_ id: QuotationID) throws -> Bool { try ids().contains(id) }

  func quotation(_ id: QuotationID) -> Quotation? { catalog.quotation(id: id) }

  /// Stores a quotation; one that is stored already stays where it is.
  func store(_ id: QuotationID) throws {
    let isNew = try use { library throws(LibraryError) in try library.add(id) }
    if isNew { try tell(.stored(id)) }
  }

  /// Removes a quotation. That it is gone already is told too: whoever asked still saw it.
  func remove(_ id: QuotationID) throws {
    try use { library throws(LibraryError) in try library.remove(id) }
    try tell(.removed(id))
  }

  func removeAll() throws {
    try use { library throws(LibraryError) in try library.removeAll() }
    try tell(.emptied)
  }

  private func ids() throws -> [QuotationID] {
    try use { library throws(LibraryError) in try library.all() }
  }

  private func tell(_ kind: LibraryChange.Kind) throws {
    onChange(LibraryChange(kind: kind, quotations: try all()))
  }

  @discardableResult
  private func use<Result>(
    _ body: (inout QuoteLibrary) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    var library = try take()
    let result = try body(&library)
    self.library = consume library
    return result
  }

  /// The open library, which is not kept unless it is given back.
  private func take() throws(LibraryError) -> QuoteLibrary {
    switch library.take() {
    case .some(let library): library
    case nil: try QuoteLibrary.open(directory: directory)
    }
  }
}
