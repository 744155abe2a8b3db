import JackfieldPlugin

/// Which screen of which session.
struct ScreenPlace {
  let screen: String
  let session: String
}

/// A screen that is open in some session: what it shows, and what happens when its user does something.
@PluginActor
protocol QuoteScreen: AnyObject {
  /// The name under which it is provided.
  static var name: String { get }
  var place: ScreenPlace { get }

  /// What it shows when it opens, and again when the plugin was started anew.
  func content() throws -> ProvidedScreen

  /// Rows of its list.
  func page(keyword: String, offset: Int, limit: Int) throws -> ListPage

  /// What a change of the library changes here.
  func update(after change: LibraryChange) -> ListUpdate?

  func clickLeftMenu() throws -> DelegateAnswer

  func select(_ item: String, _ call: Call) async throws -> DelegateAnswer
}

extension QuoteScreen {
  var id: String { place.screen }

  /// Leads back, where the left button is for that.
  func clickLeftMenu() throws -> DelegateAnswer { try .effects(ScreenDismiss(screen: id)) }
}

extension ComponentSetup {
  /// The button that leads back.
  static var back: ComponentSetup { ComponentSetup(title: "Back", role: .back) }
}
