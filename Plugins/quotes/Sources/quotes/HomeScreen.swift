import JackfieldPlugin
import QuotesStore

/// Where everything begins: search is a button, the left one has nothing behind it yet.
@PluginActor
final class HomeScreen: QuoteScreen {
  static let name = "home"

  let place: ScreenPlace
  private let catalog: QuoteCatalog
  private let library: StoredQuotes

  init(_ place: ScreenPlace, catalog: QuoteCatalog, library: StoredQuotes) {
    self.place = place
    self.catalog = catalog
    self.library = library
  }

  func content() throws -> ProvidedScreen {
    ProvidedScreen(
      navigationBar: NavigationBarSetup(
        preset: .searchButton, title: "Quotations",
        components: [
          "left": ComponentSetup(title: "Menu", role: .menu), "right": ComponentSetup(hidden: true),
        ]),
      list: ListSetup(cellTypes: [.entry], sections: [try section()], total: 2, hasMore: false))
  }

  func page(keyword: String, offset: Int, limit: Int) throws -> ListPage {
    ListPage(sections: [try section()], hasMore: false, total: 2)
  }

  func update(after change: LibraryChange) -> ListUpdate? {
    ListUpdate(screen: id, changes: ListChanges(replace: [libraryRow(change.quotations.count)]))
  }

  func clickLeftMenu() throws -> DelegateAnswer {
    try .effects(
      PopupShow(content: .alert("Coming soon", "There will be a menu here some day.")))
  }

  func select(_ item: String, _ call: Call) throws -> DelegateAnswer {
    try .effects(ScreenPush(name: item))
  }

  private func section() throws -> Section {
    Section(
      id: "entries",
      rows: [
        Row(
          id: SearchScreen.name, cellType: CellType.entry.id, title: "Search",
          subtitle: "\(quotations: catalog.all.count)"),
        libraryRow(try library.count()),
      ])
  }

  private func libraryRow(_ count: Int) -> Row {
    Row(
      id: LibraryScreen.name, cellType: CellType.entry.id, title: "Library",
      subtitle: count == 0 ? "nothing stored yet" : "\(quotations: count)")
  }
}
