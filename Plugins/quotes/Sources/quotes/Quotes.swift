import JackfieldPlugin
import QuotesStore

/// The sample application: a home screen, a search for quotations, and a library of those that its user
/// keeps.
@main
@PluginActor
final class Quotes: Plugin {
  static var version: String? { "0.1.0" }

  private let host: Host
  private let catalog: QuoteCatalog
  private let library: StoredQuotes
  /// The open screens of all sessions.
  private var screens: [String: any QuoteScreen] = [:]

  required init(_ host: Host) throws {
    self.host = host
    do {
      catalog = try QuoteCatalog(path: "\(host.plugin.directory)/quotations.json")
    } catch {
      throw PluginUnusable("\(error)")
    }
    library = StoredQuotes(in: host.plugin.dataDirectory, of: catalog)
    library.onChange = { [unowned self] change in tell(change) }
  }

  func register(in handlers: inout Handlers) {
    handlers.on(provideScreen)
    handlers.on(screenDidClose)
    handlers.on(clickLeftMenu)
    handlers.on(clickSearch)
    handlers.on(searchWithText)
    handlers.on(clickDelete)
    handlers.on(clickDeleteAll)
    handlers.on(fetchData)
    handlers.on(didSelectRow)
    handlers.on(provideDatasource)
    handlers.on(returned)
  }
}

// MARK: - Screens

extension Quotes {
  private func provideScreen(_ request: ScreenProvide) throws -> ProvidedScreen {
    let place = ScreenPlace(screen: request.screen, session: request.session)
    let screen = try makeScreen(request.name, at: place)
    screens[request.screen] = screen
    return try screen.content()
  }

  private func makeScreen(_ name: String, at place: ScreenPlace) throws -> any QuoteScreen {
    switch name {
    case HomeScreen.name: HomeScreen(place, catalog: catalog, library: library)
    case SearchScreen.name: SearchScreen(place, catalog: catalog, library: library)
    case LibraryScreen.name: LibraryScreen(place, library: library)
    default:
      throw ResponseError(code: .unknownObject, message: "There is no screen '\(name)' here.")
    }
  }

  private func screenDidClose(_ request: ScreenDidClose) {
    screens[request.screen] = nil
  }

  /// The open screen with an id.
  private func screen(_ id: String) throws -> any QuoteScreen {
    guard let screen = screens[id] else {
      throw ResponseError(code: .unknownObject, message: "There is no screen '\(id)' here.")
    }
    return screen
  }

  /// The open screen with an id, where it is of the kind that a call is meant for.
  private func screen<Kind: QuoteScreen>(_ id: String, as kind: Kind.Type) throws -> Kind? {
    try screen(id) as? Kind
  }

  /// Shows a change of the library on all screens, in whatever session. A screen that its user closes
  /// meanwhile needs it no more.
  private func tell(_ change: LibraryChange) {
    for screen in screens.values {
      guard let update = screen.update(after: change) else { continue }
      host.start { [host] in
        do {
          _ = try await host.request(update)
        } catch let error as ResponseError where error.code == .unknownObject {
          return
        }
      }
    }
  }
}

// MARK: - What the user does

extension Quotes {
  private func clickLeftMenu(_ click: NavigationBarClickLeftMenu) throws -> DelegateAnswer {
    try screen(click.screen).clickLeftMenu()
  }

  private func clickSearch(_ click: NavigationBarClickSearch) throws -> DelegateAnswer {
    guard try screen(click.screen, as: HomeScreen.self) != nil else { return DelegateAnswer() }
    return try .effects(ScreenPush(name: SearchScreen.name))
  }

  private func searchWithText(_ search: NavigationBarSearchWithText) throws -> DelegateAnswer {
    try screen(search.screen, as: SearchScreen.self)?.search(for: search.keyword)
      ?? DelegateAnswer()
  }

  private func clickDelete(_ click: NavigationBarClickDelete) throws -> DelegateAnswer {
    try screen(click.screen, as: LibraryScreen.self)?.setEditing(click.sender.selected)
      ?? DelegateAnswer()
  }

  private func clickDeleteAll(_ click: NavigationBarClickDeleteAll, _ call: Call) async throws {
    try await screen(click.screen, as: LibraryScreen.self)?.deleteAll(asking: call)
  }

  private func fetchData(_ request: ListFetchData) throws -> ListPage {
    try screen(request.screen).page(
      keyword: request.keyword ?? "", offset: request.offset, limit: request.limit)
  }

  private func didSelectRow(_ row: ListDidSelectRow, _ call: Call) async throws -> DelegateAnswer {
    try await screen(row.screen).select(row.item, call)
  }
}

// MARK: - Authors

extension Quotes {
  private func provideDatasource(_ request: AutocompleteProvideDatasource) -> Datasource {
    guard request.source == SearchScreen.authors else { return Datasource(none: true) }
    let counts = Dictionary(grouping: catalog.all, by: \.author).mapValues(\.count)
    let items = counts.sorted { $0.key < $1.key }.map { author, count in
      Item(id: author, text: author, subtitle: "\(quotations: count)")
    }
    return Datasource(items: items, version: 1)
  }

  /// An author was chosen in the field of a search screen, which is named after the screen.
  private func returned(_ choice: AutocompleteReturned) throws -> DelegateAnswer {
    guard let screen = screens[choice.field] as? SearchScreen else { return DelegateAnswer() }
    return try screen.choose(choice.selection)
  }
}
