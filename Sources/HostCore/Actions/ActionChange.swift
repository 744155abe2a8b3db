import HostProtocol

/// What a plugin has set of one of its actions since it declared it; nil is as declared.
struct ActionChange: Equatable {
  private(set) var title: String?
  private(set) var image: String?
  private(set) var badge: String?
  private(set) var enabled: Bool?
  private(set) var hidden: Bool?
  private(set) var selected: Bool?

  /// Creates a change of nothing.
  init() {}

  /// Takes over what an update says; what it does not mention stays.
  mutating func set(_ update: ActionsUpdate) {
    title = update.title ?? title
    image = update.image ?? image
    badge = update.badge ?? badge
    enabled = update.enabled ?? enabled
    hidden = update.hidden ?? hidden
    selected = update.selected ?? selected
  }

  /// This change where it says something, else the other.
  func over(_ general: ActionChange) -> ActionChange {
    var change = general
    change.title = title ?? general.title
    change.image = image ?? general.image
    change.badge = badge ?? general.badge
    change.enabled = enabled ?? general.enabled
    change.hidden = hidden ?? general.hidden
    change.selected = selected ?? general.selected
    return change
  }
}
