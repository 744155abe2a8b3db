import HostProtocol
import JSON

/// The actions of one plugin, as they stand in one session.
struct Contribution {
  let plugin: String
  /// In the order of the plugin's `provides`.
  let actions: [Action]
  /// What the plugin has set of them in all sessions.
  var changes: [String: ActionChange] = [:]
  /// What it has set of them in this session alone.
  var sessionChanges: [String: ActionChange] = [:]

  /// The items that all contributions come to on a screen with this context: for each side those of
  /// higher priority first, those of one priority in the order of plugins and of their declarations.
  static func items(
    of contributions: [Contribution], in context: JSONValue, isInCells: Bool
  ) -> (left: [BarItem], right: [BarItem]) {
    var left: [(priority: Int, item: BarItem)] = []
    var right: [(priority: Int, item: BarItem)] = []
    for contribution in contributions {
      for action in contribution.actions where ActionCondition(action.when).holds(in: context) {
        guard let item = contribution.item(for: action, isInCells: isInCells) else { continue }
        switch action.side {
        case .left: left.append((action.priority, item))
        case .right: right.append((action.priority, item))
        }
      }
    }
    return (ordered(left), ordered(right))
  }

  private static func ordered(_ items: [(priority: Int, item: BarItem)]) -> [BarItem] {
    // The standard library promises no stable sort, so that the place decides between equals.
    items.enumerated()
      .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
      .map(\.element.item)
  }

  /// The item of an action; nil while it is hidden.
  private func item(for action: Action, isInCells: Bool) -> BarItem? {
    let change = (sessionChanges[action.id] ?? ActionChange()).over(
      changes[action.id] ?? ActionChange())
    guard change.hidden != true else { return nil }
    let title = change.title ?? action.title
    return BarItem(
      id: "\(plugin)/\(action.id)", width: action.width ?? Self.width(title, isInCells: isInCells),
      title: title.orNone, image: (change.image ?? action.image)?.orNone, role: action.role,
      enabled: change.enabled ?? true, selected: change.selected ?? false,
      badge: change.badge?.orNone, tooltip: action.tooltip?.orNone, plugin: plugin)
  }

  /// The width of an action that says none: what a finger needs, or the title with a blank on each side.
  private static func width(_ title: String, isInCells: Bool) -> Double {
    let fingertip = 44.0
    return isInCells ? Double(title.count + 2) : fingertip
  }
}
