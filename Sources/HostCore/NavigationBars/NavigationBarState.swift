import HostProtocol
import JSON

/// A navigation bar (contracts, 1 and 2): its state, of which the host is the only owner.
///
/// Plugins set things with `apply`, users do things that `handle` decides about, and front ends get
/// `published`. A failure changes nothing.
struct NavigationBarState {
  /// The plugin that the bar's own items belong to; empty on a front end's own screen.
  private let plugin: String
  private(set) var style = BarStyle.standard
  private(set) var type = NavigationBarType.standard
  private(set) var title: String
  private(set) var searchText = ""
  private(set) var components = BarComponents(style: .standard)
  private var left = ItemContainer()
  private var right = ItemContainer()
  private var appearance = BarAppearance()
  private var height = NavigationBarSetup.Default.height
  /// Whether a back button that its plugin does not hear of leads back all the same.
  private(set) var hasDefaultBack = NavigationBarSetup.Default.defaultBack
  private(set) var trimsSearchText = NavigationBarSetup.Default.trimSearchText
  private var metrics: BarMetrics
  private(set) var layout: BarLayout
  /// The bar as front ends get it.
  private(set) var published: NavigationBar
  /// The revision that its front end has; nil before the screen was handed over to it.
  private var toldRevision: Int?

  /// Creates the bar of a plugin's screen; the title is the screen's name unless `setup` has one.
  init(
    name: String, plugin: String, setup: NavigationBarSetup, metrics: BarMetrics
  ) throws(DecodingFailure) {
    self.init(title: name, plugin: plugin, metrics: metrics)
    if let preset = setup.preset { type = preset.meaning.type }
    _ = try change(setup)
    revise()
  }

  /// Creates the bar of a front end's own screen, which plugins contribute items to; its buttons are
  /// hidden, since nobody would hear of them.
  init(sharedIn metrics: BarMetrics) {
    self.init(title: "", plugin: "", metrics: metrics)
    components[.left].hidden = true
    components[.right].hidden = true
    revise()
  }

  private init(title: String, plugin: String, metrics: BarMetrics) {
    self.title = title
    self.plugin = plugin
    self.metrics = metrics
    layout = BarLayout(left: left, right: right, in: metrics, showsTitle: true)
    published = NavigationBar(
      type: type, style: style.name, visible: type.visibility)
  }

  /// An item of either container, with room or without.
  func item(_ id: String) -> BarItem? {
    left.items.first { $0.id == id } ?? right.items.first { $0.id == id }
  }

  /// The part that a component's name means and that is there; the drop-down list of the type
  /// `dropdown` takes the title's place, whatever the style.
  func part(of component: ComponentName) -> BarPart? {
    guard let part = style.part(of: component) else { return nil }
    return style.has(part) || (part == .dropdown && type == .dropdown) ? part : nil
  }
}

// MARK: What plugins set

extension NavigationBarState {
  /// Takes over what a plugin sets, all or nothing; false where the style lacks a part of it.
  mutating func apply(_ setup: NavigationBarSetup) throws(DecodingFailure) -> Applied {
    try atomically { (bar) throws(DecodingFailure) in
      if let preset = setup.preset { bar.type = preset.meaning.type }
      return try bar.change(setup)
    }
  }

  /// Takes over another answer to `screen/provide`, from a plugin that came back: type and title stay
  /// unless the answer itself has them.
  mutating func provide(_ setup: NavigationBarSetup) throws(DecodingFailure) {
    _ = try atomically { (bar) throws(DecodingFailure) in try bar.change(setup) }
  }

  /// Replaces the items of one container, all or nothing.
  mutating func apply(_ setting: NavigationBarSetItems) throws(DecodingFailure) -> Applied {
    try atomically { (bar) throws(DecodingFailure) in
      try bar.setItems(setting.items, of: setting.container, member: "items")
      bar[setting.container].set(setting)
      return Applied()
    }
  }

  /// Puts contributed items in the place of all that were there.
  mutating func contribute(left: [BarItem], right: [BarItem]) {
    self.left.items = left
    self.right.items = right
    revise()
  }

  /// Lays the bar out for another display.
  mutating func layOut(in metrics: BarMetrics) {
    self.metrics = metrics
    revise()
  }

  private mutating func atomically(
    _ change: (inout NavigationBarState) throws(DecodingFailure) -> Applied
  ) throws(DecodingFailure) -> Applied {
    var changed = self
    let applied = try change(&changed)
    changed.revise()
    self = changed
    return applied
  }

  /// Does what `setup` says; the style first, since it decides which parts there are.
  private mutating func change(_ setup: NavigationBarSetup) throws(DecodingFailure) -> Applied {
    try setStyle(setup)
    setup.type.map { type = $0 }
    setup.height.map { height = $0 }
    setup.defaultBack.map { hasDefaultBack = $0 }
    setup.trimSearchText.map { trimsSearchText = $0 }
    setup.appearance.map { appearance.set($0) }
    try setItems(of: setup)
    var isWhole = try setComponents(setup.components ?? [:])
    if let title = setup.title {
      if style.has(.title) { self.title = title } else { isWhole = false }
    }
    if let text = setup.searchText {
      if style.has(.searchField) { searchText = text } else { isWhole = false }
    }
    return Applied(applied: isWhole)
  }

  private mutating func setStyle(_ setup: NavigationBarSetup) throws(DecodingFailure) {
    var wanted = setup.preset?.meaning.style ?? style
    if let style = setup.style {
      do throws(DecodingFailure) {
        wanted = try BarStyle.resolve(style, current: self.style)
      } catch {
        throw error.inside("style")
      }
    }
    guard wanted != style else { return }
    style = wanted
    components = BarComponents(style: wanted)
    if !wanted.has(.searchField) { searchText = "" }
  }

  private mutating func setItems(of setup: NavigationBarSetup) throws(DecodingFailure) {
    // Both are emptied first, so that an item can change sides.
    if setup.leftItems != nil { left.items = [] }
    if setup.rightItems != nil { right.items = [] }
    if let items = setup.leftItems { try setItems(items, of: .left, member: "leftItems") }
    if let items = setup.rightItems { try setItems(items, of: .right, member: "rightItems") }
  }

  private mutating func setItems(
    _ items: [BarItemSetup], of container: Container, member: String
  ) throws(DecodingFailure) {
    let others = container == .left ? right.items : left.items
    do throws(DecodingFailure) {
      self[container].items = try ItemContainer.checked(items, of: plugin, besides: others)
    } catch {
      throw error.inside(member)
    }
  }

  private subscript(container: Container) -> ItemContainer {
    get { container == .left ? left : right }
    set { if container == .left { left = newValue } else { right = newValue } }
  }

  private mutating func setComponents(
    _ setups: [String: ComponentSetup]
  ) throws(DecodingFailure) -> Bool {
    var isWhole = true
    // Sorted, so that of two names for one part always the same wins.
    for (name, setup) in setups.sorted(by: { $0.key < $1.key }) {
      guard let component = ComponentName(rawValue: name) else {
        let names = ComponentName.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingFailure(expected: "one of \(names)", found: name.quoted).inside("components")
      }
      if let part = part(of: component) {
        components.set(setup, of: part)
      } else {
        isWhole = false
      }
    }
    return isWhole
  }
}

// MARK: What users do

extension NavigationBarState {
  /// Takes the text of the search field; its front end knows it already, so nobody is told.
  mutating func changeText(_ text: String) {
    guard style.has(.searchField) else { return }
    searchText = text
    published.searchText = text.shown
  }

  /// Flips `selected` of a part.
  mutating func toggle(_ part: BarPart) {
    components[part].selected.toggle()
    revise()
  }
}

// MARK: What front ends get

extension NavigationBarState {
  /// The bar, where its front end has an older one.
  var untold: NavigationBar? {
    guard let toldRevision, toldRevision < published.revision else { return nil }
    return published
  }

  /// Notes that the front end has the bar as it is.
  mutating func noteTold() { toldRevision = published.revision }

  /// Computes what front ends get; the revision grows if that is not what they had.
  private mutating func revise() {
    layout = BarLayout(
      left: left, right: right, in: metrics, showsTitle: type.visibility.title)
    var bar = NavigationBar(
      type: type, style: style.name.shown, parts: style.parts, title: title.shown,
      visible: type.visibility, components: publishedComponents, searchText: searchText.shown,
      leftItems: published(left), rightItems: published(right), overflow: layout.overflow,
      appearance: appearance.published, height: height, revision: published.revision)
    guard bar != published else { return }
    bar.revision += 1
    published = bar
  }

  private var publishedComponents: [String: Component] {
    var published: [String: Component] = [:]
    for name in ComponentName.allCases {
      if let part = part(of: name) { published[name.rawValue] = components[part].shown }
    }
    return published
  }

  private func published(_ container: ItemContainer) -> [BarItem] {
    container.items.map { item in
      var item = item.shown
      item.x = layout.x(of: item.id)
      return item
    }
  }
}
