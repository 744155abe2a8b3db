import HostProtocol

/// All popups of the host, and in what order each session shows its own.
struct PopupTable {
  private(set) var popups: [PopupID: Popup] = [:]
  private var stacks: [SessionID: PopupStack] = [:]
  private var nextNumber: UInt64 = 1
  /// The last popups that ended, for plugins that do not know it yet.
  private var ended: [EndedPopup] = []

  /// A plugin hears of an end within a round trip; nobody has so many on the way.
  private static let remembered = 1024

  /// When each plugin took another popup's place last.
  private var overrides: [PluginIndex: Instant] = [:]

  /// The next popup's id.
  mutating func takeID() -> PopupID {
    defer { nextNumber += 1 }
    return PopupID(number: nextNumber)
  }

  subscript(_ id: PopupID) -> Popup? {
    get { popups[id] }
    set {
      if newValue == nil, let ended = popups[id] { remember(ended) }
      popups[id] = newValue
    }
  }

  private mutating func remember(_ popup: Popup) {
    ended.append(
      EndedPopup(id: popup.id, provider: popup.provider, opener: popup.opener.plugin))
    if ended.count > Self.remembered { ended.removeFirst() }
  }

  /// Changes a popup in its place; nil where there is none.
  mutating func with<Result>(_ id: PopupID, _ body: (inout Popup) -> Result) -> Result? {
    guard let place = popups.index(forKey: id) else { return nil }
    return body(&popups.values[place])
  }

  /// The popups that match, oldest first.
  func ids(where isWanted: (Popup) -> Bool) -> [PopupID] {
    popups.values.filter(isWanted).map(\.id).sorted()
  }

  /// How many a session has open.
  func count(of session: SessionID) -> Int {
    popups.values.count { $0.session == session }
  }

  // MARK: Order

  func stack(of session: SessionID) -> PopupStack { stacks[session] ?? PopupStack() }

  /// Tells a session's stack what happened and returns what follows.
  mutating func handle(
    _ input: PopupStack.Input, in session: SessionID
  ) -> [PopupStack.Action] {
    stacks[session, default: PopupStack()].handle(input)
  }

  /// Forgets the order of a session that has ended: nothing is presented any more.
  mutating func forget(_ session: SessionID) {
    stacks[session] = nil
  }

  /// Whether a popup was open in a session a while ago.
  func hasEnded(_ id: PopupID, in session: SessionID) -> Bool {
    stacks[session]?.hasEnded(id) ?? false
  }

  /// Whether a popup of this plugin's was open a while ago.
  func hasEnded(_ id: PopupID, of plugin: PluginIndex) -> Bool {
    ended.contains { $0.id == id && ($0.provider == plugin || $0.opener == plugin) }
  }

  /// Notes that a plugin takes another popup's place; false where it did so a moment ago.
  mutating func admitOverride(
    by plugin: PluginIndex, at now: Instant, pause: Duration
  ) -> Bool {
    if let last = overrides[plugin], now - last < pause { return false }
    overrides[plugin] = now
    return true
  }
}

/// What is remembered of a popup that has ended: whose it was.
private struct EndedPopup {
  let id: PopupID
  let provider: PluginIndex
  let opener: PluginIndex?
}
