import HostProtocol
import JSON

/// One of the two rows of items of a bar (contracts, 2.2).
struct ItemContainer: Equatable {
  /// The items in the order of addition; where they lie is the layout's business.
  var items: [BarItem] = []
  /// The space between two items.
  var spacing = 0.0
  /// How far the items are shifted towards the edge.
  var offset = 0.0
  var order = ItemOrder.leftToRight
  /// Whether a hit between the container and the edge counts as one in it.
  var hitSlop = false

  /// Takes over the settings beside the items; what is absent stays.
  mutating func set(_ settings: NavigationBarSetItems) {
    settings.spacing.map { spacing = $0 }
    settings.offset.map { offset = $0 }
    settings.order.map { order = $0 }
    settings.hitSlop.map { hitSlop = $0 }
  }

  /// The items that a plugin sets, once they are known to be usable: each with a width and an id that no
  /// other item of the bar has. A failure names the item.
  static func checked(
    _ setups: [BarItemSetup], of plugin: String, besides others: [BarItem]
  ) throws(DecodingFailure) -> [BarItem] {
    let limit = ProtocolLimits.barItems
    guard setups.count <= limit else {
      throw DecodingFailure(
        expected: "array of at most \(limit)", found: "array of \(setups.count)")
    }
    var ids = Set(others.map(\.id))
    var items: [BarItem] = []
    for (index, setup) in setups.enumerated() {
      if let (member, failure) = fault(of: setup, taken: ids) {
        throw failure.inside(member).inside(String(index))
      }
      ids.insert(setup.id)
      items.append(BarItem(setup, plugin: plugin))
    }
    return items
  }

  private static func fault(
    of setup: BarItemSetup, taken: Set<String>
  ) -> (member: String, DecodingFailure)? {
    if setup.id.isEmpty {
      return ("id", DecodingFailure(expected: "an id", found: "an empty string"))
    }
    if taken.contains(setup.id) {
      return (
        "id",
        DecodingFailure(expected: "an id that no other item has", found: setup.id.quoted)
      )
    }
    guard setup.width > 0, setup.width.isFinite else {
      let name = setup.id.quoted
      return (
        "width",
        DecodingFailure(expected: "a width above 0 of the item \(name)", found: "\(setup.width)")
      )
    }
    return nil
  }
}

extension BarItem {
  /// The item as its plugin set it, without a place yet; an empty text is none.
  fileprivate init(_ setup: BarItemSetup, plugin: String) {
    self.init(
      id: setup.id, width: setup.width, title: setup.title?.orNone, image: setup.image?.orNone,
      role: setup.role, enabled: setup.enabled, selected: setup.selected,
      badge: setup.badge?.orNone, tooltip: setup.tooltip?.orNone, plugin: plugin)
  }
}
