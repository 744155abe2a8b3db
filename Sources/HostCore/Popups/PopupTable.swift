import HostProtocol

/// All popups of the host, and in what order each session shows its own.
struct PopupTable {
  private(set) var popups: [PopupID: Popup] = [:]
  private var stacks: [SessionID: PopupStack] = [:]
  private var nextNumber: UInt64 = 1
  /// When each plugin took another popup's place last.
  private var overrides: [PluginIndex: Instant] = [:]

  /// The next popup's id.
  mutating func takeID() -> PopupID {
    defer { nextNumber += 1 }
    return PopupID(number: nextNumber)
  }

  subscript(_ id: PopupID) -> Popup? {
    get { popups[id] }
    set { popups[id] = newValue }
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

  /// Whether a popup was open anywhere a while ago.
  func hasEnded(_ id: PopupID) -> Bool {
    stacks.values.contains { $0.hasEnded(id) }
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
