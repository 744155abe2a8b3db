import JackfieldPluginTesting
import SystemIO
import Testing

/// The quotes plugin with a host that answers its popups, and keeps what it sets and pushes.
@PluginActor
final class QuotesBench {
  let host: TestHost
  /// What the next popup is answered with: the action, or nil for being dismissed.
  var nextAction: String? = "ok"
  /// The popups that were shown by requests.
  private(set) var popups: [Content] = []
  /// The updates of lists, by screen.
  private(set) var updates: [String: [ListUpdate]] = [:]

  private var lastScreen = 0

  /// The plugin's folder in the repository.
  nonisolated static let folder: String = {
    let tests = #filePath.parentPath?.parentPath?.parentPath
    return "\(tests ?? "")/Plugins/quotes"
  }()

  /// What a host says to a plugin whose data are in `data`.
  static func start(_ data: TestFolder) -> InitializePlugin {
    .testing(plugin: "quotes", directory: folder, data: data.path)
  }

  /// The built program.
  static func program() throws -> ProcessLaunch {
    let tests = try File.realPath(of: CurrentProcess.executable)
    return ProcessLaunch(
      path: try #require(tests.parentPath) + "/quotes", arguments: ["quotes"],
      environment: ["LANG=C.UTF-8"])
  }

  init(_ host: TestHost) {
    self.host = host
    host.on { [unowned self] (show: PopupShow) in try answer(show) }
    host.on { [unowned self] (update: ListUpdate) in
      updates[update.screen, default: []].append(update)
      return Empty()
    }
  }

  private func answer(_ show: PopupShow) throws -> PopupOpened {
    popups.append(try #require(show.content))
    #expect(show.session == "s1")
    let reason = nextAction == nil ? PopupReason.swipe : .component
    return PopupOpened(popup: "popup-1", reason: reason, action: nextAction)
  }

  /// Opens a screen, and returns its id and what is on it.
  func open(_ name: String) async throws -> (id: String, content: ProvidedScreen) {
    lastScreen += 1
    let id = "screen-\(lastScreen)"
    let content = try await host.request(ScreenProvide(screen: id, session: "s1", name: name))
    return (id, content)
  }

  /// The rows of a screen's list.
  func rows(
    of screen: String, keyword: String? = nil, offset: Int = 0, limit: Int = 20
  ) async throws -> [Row] {
    let page = try await host.request(
      ListFetchData(screen: screen, session: "s1", keyword: keyword, offset: offset, limit: limit))
    return page.sections.flatMap { $0.rows ?? [] }
  }

  /// Selects a row.
  func select(_ row: String, on screen: String) async throws -> DelegateAnswer {
    try await host.request(ListDidSelectRow(screen: screen, session: "s1", item: row))
  }

  /// Presses a component, as `selected` then.
  func press<Click: RequestMessage>(
    _ make: (String, String, Sender) -> Click, _ component: ComponentName, on screen: String,
    selected: Bool = false
  ) async throws -> Click.Result {
    try await host.request(
      make(screen, "s1", Sender(component: component, selected: selected, hidden: false)))
  }

  /// Turns the mode of a library on or off in which selecting a row removes it.
  func setEditing(_ isEditing: Bool, on screen: String) async throws {
    _ = try await press(
      { NavigationBarClickDelete(screen: $0, session: $1, sender: $2) }, .delete, on: screen,
      selected: isEditing)
  }

  /// Stores a quotation over the search screen.
  func store(_ quotation: String) async throws {
    let search = try await open("search")
    nextAction = "ok"
    let answer = try await select(quotation, on: search.id)
    #expect(answer.effects.map(\.method) == ["screen/push"])
    #expect(answer.effects.first?.params?["name"]?.string == "library")
  }
}
