import JackfieldPlugin
import QuotesStore

/// All quotations, or those that hold the words of the search field; selecting one stores it.
@PluginActor
final class SearchScreen: QuoteScreen {
  static let name = "search"
  /// The source that completes authors.
  static let authors = "authors"

  let place: ScreenPlace
  private let catalog: QuoteCatalog
  private let library: StoredQuotes

  init(_ place: ScreenPlace, catalog: QuoteCatalog, library: StoredQuotes) {
    self.place = place
    self.catalog = catalog
    self.library = library
  }

  func content() -> ProvidedScreen {
    ProvidedScreen(
      navigationBar: NavigationBarSetup(
        preset: .search, title: "Search",
        components: ["left": .back, "right": ComponentSetup(hidden: true)]),
      list: ListSetup(cellTypes: [.quotation]),
      field: FieldSetup(sources: [Self.authors], placeholder: "Words or an author"))
  }

  func page(keyword: String, offset: Int, limit: Int) -> ListPage {
    ListPage(
      catalog.matching(keyword), in: Section(id: "quotations"), offset: offset, limit: limit)
  }

  /// Quotations are the same whoever stores them.
  func update(after change: LibraryChange) -> ListUpdate? { nil }

  /// The user has pressed Return: the first rows come at once, and where there are none, the news.
  func search(for keyword: String) throws -> DelegateAnswer {
    let update = update(for: keyword)
    guard update.total == 0 else { return try .effects(update) }
    return try .effects(
      update, PopupShow(content: .alert("Nothing found", "No quotation has “\(keyword)” in it.")))
  }

  /// The user has chosen an author to search for.
  func choose(_ author: String) throws -> DelegateAnswer {
    try .effects(NavigationBarPatch(screen: id, searchText: author), update(for: author))
  }

  func select(_ item: String, _ call: Call) async throws -> DelegateAnswer {
    let chosen = QuotationID(rawValue: item)
    guard let quotation = catalog.quotation(id: chosen) else { return DelegateAnswer() }
    let isStored = try library.contains(chosen)
    let question = isStored ? "It is in the library already." : "Store this quotation?"
    guard
      try await call.ask(
        question, about: "\(quotation.whole)", in: place.session,
        title: isStored ? "Show the library" : "Store")
    else { return DelegateAnswer() }
    try library.store(chosen)
    return try .effects(ScreenPush(name: LibraryScreen.name))
  }

  private func update(for keyword: String) -> ListUpdate {
    ListUpdate(screen: id, firstOf: page(keyword: keyword, offset: 0, limit: .pageRows))
  }
}
