import JackfieldPlugin
import QuotesStore

/// What the user has stored. Delete toggles the mode in which selecting a row removes it.
@PluginActor
final class LibraryScreen: QuoteScreen {
  static let name = "library"

  let place: ScreenPlace
  private let library: StoredQuotes
  private var isEditing = false

  init(_ place: ScreenPlace, library: StoredQuotes) {
    self.place = place
    self.library = library
  }

  /// A new process does not know whether rows were being removed, so that nothing is.
  func content() -> ProvidedScreen {
    ProvidedScreen(
      navigationBar: NavigationBarSetup(
        preset: .library, title: "Library",
        components: [
          "left": .back,
          "delete": ComponentSetup(title: "Edit", selectedTitle: "Done", selected: false),
          "deleteAll": ComponentSetup(title: "Delete all", role: .destructive),
        ]),
      list: ListSetup(cellTypes: [.quotation]))
  }

  func page(keyword: String, offset: Int, limit: Int) throws -> ListPage {
    ListPage(try library.all(), in: section, offset: offset, limit: limit)
  }

  func update(after change: LibraryChange) -> ListUpdate? {
    if case .removed(let quotation) = change.kind {
      return ListUpdate(screen: id, changes: ListChanges(remove: [quotation.rawValue]))
    }
    let page = ListPage(change.quotations, in: section, offset: 0, limit: .pageRows)
    return ListUpdate(screen: id, firstOf: page)
  }

  /// Begins or ends the mode in which selecting a row removes it.
  func setEditing(_ isEditing: Bool) throws -> DelegateAnswer {
    self.isEditing = isEditing
    return try .effects(ListUpdate(screen: id, changes: ListChanges(sections: [section])))
  }

  /// Asks, and removes everything.
  func deleteAll(asking call: Call) async throws {
    let count = try library.count()
    guard count > 0 else { return }
    let question = "Delete all \(quotations: count)?"
    guard
      try await call.ask(
        question, about: "They can be stored again, one by one.", in: place.session,
        title: "Delete all", role: .destructive)
    else { return }
    try library.removeAll()
  }

  func select(_ item: String, _ call: Call) throws -> DelegateAnswer {
    let chosen = QuotationID(rawValue: item)
    if isEditing {
      try library.remove(chosen)
      return DelegateAnswer()
    }
    guard let quotation = library.quotation(chosen) else { return DelegateAnswer() }
    return try .effects(PopupShow(content: .alert(quotation.author, quotation.whole)))
  }

  /// The section without its rows.
  private var section: Section {
    Section(id: "stored", header: isEditing ? "Select what is to be removed." : nil)
  }
}
