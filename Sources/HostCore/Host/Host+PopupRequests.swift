import HostProtocol
import JSON
import JSONRPC

/// Open popups are changed, dismissed and listed.
extension Host {
  // MARK: By front ends

  mutating func dismiss(
    _ params: PopupDismiss, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    switch params.selection {
    case .all(let most):
      reply(to: address)
      dismiss(upTo: most, for: .swipe) { $0.session == session }
    case .one(let name):
      let popup = try openPopup(name, of: session)
      reply(to: address)
      if let popup { drive(popup.id, .end(PopupEnd(.swipe))) }
    }
  }

  /// `popup/didDismiss`: the popup is off the screen; whatever else it may be is no fault.
  mutating func acknowledge(
    _ params: PopupAcknowledge, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let popup = try openPopup(params.popup, of: session)
    reply(to: address)
    if let popup { drive(popup.id, .acknowledged) }
  }

  /// A popup of the session; nil for one that has ended, which may be news to the front end.
  func openPopup(_ name: String, of session: SessionID) throws(ResponseError) -> Popup? {
    guard let id = PopupID(name) else { throw .unknownObject("popup", name) }
    if let popup = popups[id], popup.session == session { return popup }
    guard popups.hasEnded(id, in: session) else { throw .unknownObject("popup", name) }
    return nil
  }

  // MARK: By plugins

  mutating func update(_ params: PopupUpdate, for caller: Caller) throws(ResponseError) {
    guard let popup = try ownPopup(params.popup, of: caller.plugin), popup.content != nil else {
      throw .unknownObject("popup", params.popup)
    }
    guard popup.provider == caller.plugin else {
      throw .notPermitted("popup", popup.id.description)
    }
    let content: CheckedContent
    do { content = try checked(params.content, of: popup) } catch {
      throw error.refusal(ofMember: "content")
    }
    reply(to: caller)
    releaseNotices()
    change(popup.id, to: content)
  }

  mutating func dismiss(_ params: PopupDismiss, for caller: Caller) throws(ResponseError) {
    let plugin = caller.plugin
    switch params.selection {
    case .all(let most):
      let session = try chosenSession(params.session, by: caller)
      reply(to: caller)
      releaseNotices()
      dismiss(upTo: most, for: .programmatic) { popup in
        popup.belongs(to: plugin) && (session == nil || popup.session == session)
      }
    case .one(let name):
      let popup = try ownPopup(name, of: plugin)
      reply(to: caller)
      releaseNotices()
      if let popup { drive(popup.id, .end(PopupEnd(.programmatic))) }
    }
  }

  mutating func list(_ params: PopupList, for caller: Caller) throws(ResponseError) {
    let session = try chosenSession(params.session, by: caller)
    let own = popups.ids { popup in
      popup.belongs(to: caller.plugin) && (session == nil || popup.session == session)
    }
    let entries = own.compactMap { popups[$0] }.map { listed($0) }
    reply(to: caller, with: PopupList.Result(popups: entries))
  }

  /// The one session that a plugin means; nil for all that it has popups in.
  private func chosenSession(
    _ name: String?, by caller: Caller
  ) throws(ResponseError) -> SessionID? {
    guard let name else { return nil }
    return try session(named: name, for: caller)
  }

  private func listed(_ popup: Popup) -> ListedPopup {
    ListedPopup(
      popup: popup.id.description, name: popup.name?.description,
      plugin: plugins[popup.provider.value].name, title: popup.content?.content.title,
      priority: popup.precedence.priority, presented: popup.machine.isShown)
  }

  /// A popup of the plugin's own; nil for one that has ended, which may be news to the plugin.
  private func ownPopup(
    _ name: String, of plugin: PluginIndex
  ) throws(ResponseError) -> Popup? {
    guard let id = PopupID(name) else { throw .unknownObject("popup", name) }
    if let popup = popups[id], popup.belongs(to: plugin) { return popup }
    guard popups.hasEnded(id, of: plugin) else { throw .unknownObject("popup", name) }
    return nil
  }

  // MARK: Several at once

  /// Ends those up to a priority: first those that wait, so that none of them comes, then the others
  /// from above.
  private mutating func dismiss(
    upTo most: Int?, for reason: PopupReason, where isMeant: (Popup) -> Bool
  ) {
    let meant = popups.ids { popup in
      isMeant(popup) && most.map { popup.precedence.priority <= $0 } ?? true
    }
    let (shown, waiting) = meant.split { popups[$0]?.machine.isShown == true }
    for id in waiting { drive(id, .end(PopupEnd(.queueFlushed))) }
    let levels = shown.map { ($0, popups[$0]?.level ?? 0) }
    for (id, _) in levels.sorted(by: { ($1.1, $1.0) < ($0.1, $0.0) }) {
      drive(id, .end(PopupEnd(reason)))
    }
  }
}

extension PopupDismiss {
  /// Which popups are meant.
  fileprivate enum Selection {
    case one(String)
    /// Those up to a priority, or all.
    case all(upTo: Int?)
  }

  fileprivate var selection: Selection {
    switch target {
    case nil: .one(popup ?? "")
    case .named("all"): .all(upTo: nil)
    case .named(let name): .one(name)
    case .priority(let most): .all(upTo: most.priorityAtMost)
    }
  }
}

extension [PopupID] {
  /// The ids for which something holds, and the others.
  fileprivate func split(_ holds: (PopupID) -> Bool) -> ([PopupID], [PopupID]) {
    (filter(holds), filter { !holds($0) })
  }
}
