import HostProtocol
import JSON
import JSONRPC

/// The actions that plugins contribute to the bars of front ends' own screens (protocol, section 3).
extension Host {
  /// Fills the bar of a front end's own screen with what its context asks for.
  mutating func fillBar(of id: ScreenID) {
    guard let screen = screens[id], screen.plugin == nil, var bar = screen.bar,
      let session = sessions[screen.session]
    else { return }
    let items = Contribution.items(
      of: contributions(to: session), in: Self.parsedContext(screen.context),
      isInCells: session.viewport.unit != .point)
    bar.contribute(left: items.left, right: items.right)
    put(bar, on: id)
  }

  /// Fills the bars of all front ends' own screens, or of one session's.
  private mutating func fillBars(of session: SessionID? = nil) {
    for screen in screens.values where session == nil || screen.session == session {
      fillBar(of: screen.id)
    }
  }

  /// Changes the bars where what a plugin offers is not what it did: it was enabled or disabled, or its
  /// handshake told other actions than its manifest.
  mutating func actionsMayHaveChanged(of index: PluginIndex) {
    let offered = plugins[index.value].offeredActions
    guard offered != plugins[index.value].shownActions else { return }
    plugins[index.value].shownActions = offered
    if offered.isEmpty { forgetActionChanges(of: index) }
    fillBars()
  }

  /// What a plugin has set is not remembered for the day on which it is enabled again.
  private mutating func forgetActionChanges(of index: PluginIndex) {
    plugins[index.value].actionChanges = [:]
    for session in sessions.keys { sessions[session]?.actionChanges[index] = nil }
  }

  private func contributions(to session: Session) -> [Contribution] {
    plugins.filter { !$0.shownActions.isEmpty }.map { plugin in
      Contribution(
        plugin: plugin.name, actions: plugin.shownActions, changes: plugin.actionChanges,
        sessionChanges: session.actionChanges[plugin.index] ?? [:])
    }
  }

  private static func parsedContext(_ text: [UInt8]) -> JSONValue {
    // It was written from what a front end's params held, so that it can be parsed.
    do { return try JSONValue.parse(text) } catch { return .emptyObject }
  }

  // MARK: Changes of a plugin's own actions

  mutating func updateAction(
    _ update: ActionsUpdate, by caller: Caller
  ) throws(ResponseError) {
    let plugin = plugins[caller.plugin.value]
    let id = plugin.shortName(update.id)
    guard !id.contains("/") else { throw .notPermitted("action", update.id) }
    guard plugin.provides.actions.contains(where: { $0.id == id }) else {
      throw .unknownObject("action of this plugin", update.id)
    }
    if let name = update.session {
      let session = try session(named: name, for: caller)
      sessions[session]?.actionChanges[caller.plugin, default: [:]][id, default: ActionChange()]
        .set(update)
      fillBars(of: session)
    } else {
      plugins[caller.plugin.value].actionChanges[id, default: ActionChange()].set(update)
      // What holds for one session gives way to what is said of all later.
      for session in sessions.keys {
        sessions[session]?.actionChanges[caller.plugin]?[id]?.set(update)
      }
      fillBars()
    }
    reply(to: caller)
  }
}

extension Plugin {
  /// The actions that it contributes now: one that crashed keeps its own, one that may not run has none.
  fileprivate var offeredActions: [Action] {
    guard lifecycle.refusal == nil else { return [] }
    return switch lifecycle.state {
    case .disabled, .invalid: []
    default: provides.actions
    }
  }
}
