/// The screens of a session: those of one plugin lie upon each other in the order in which they opened.
struct ScreenStack {
  private struct Entry {
    let screen: ScreenID
    let plugin: PluginIndex?
    var isOpen = false
  }

  private var entries: [Entry] = []

  /// How many there are, those among them that are being opened.
  var count: Int { entries.count }

  /// All screens, those among them that are being opened.
  var all: [ScreenID] { entries.map(\.screen) }

  /// The screens that are open, the oldest first.
  var open: [ScreenID] { entries.filter(\.isOpen).map(\.screen) }

  /// How many a plugin has, those among them that are being opened.
  func count(of plugin: PluginIndex) -> Int {
    entries.count { $0.plugin == plugin }
  }

  /// The screen of a plugin that opened last.
  func top(of plugin: PluginIndex) -> ScreenID? {
    entries.last { $0.plugin == plugin && $0.isOpen }?.screen
  }

  /// Notes a screen that is being opened.
  mutating func add(_ screen: ScreenID, of plugin: PluginIndex?) {
    entries.append(Entry(screen: screen, plugin: plugin))
  }

  /// Notes that a screen is open now: it lies above all others.
  mutating func open(_ screen: ScreenID) {
    guard let index = entries.firstIndex(where: { $0.screen == screen }) else { return }
    var entry = entries.remove(at: index)
    entry.isOpen = true
    entries.append(entry)
  }

  /// Takes a screen out, wherever it lies.
  mutating func remove(_ screen: ScreenID) {
    entries.removeAll { $0.screen == screen }
  }
}
