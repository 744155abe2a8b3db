import HostProtocol
import JSON
import JSONRPC

/// The popups' lives and turns: what their state machines ask for is carried out here.
extension Host {
  /// Tells a popup's life what happened and carries out what follows.
  mutating func drive(_ id: PopupID, _ input: PopupMachine.Input) {
    guard let popup = popups[id] else { return }
    let times = times(of: popup)
    let actions = popups.with(id) { popup in
      popup.machine.times = times
      return popup.machine.handle(input)
    }
    for action in actions ?? [] { perform(action, for: id) }
  }

  private func times(of popup: Popup) -> PopupMachine.Times {
    guard let content = popup.content?.content else { return PopupMachine.Times() }
    let transition = content.transition
    let session = sessions[popup.session]
    let acknowledges =
      session?.isAttached == true
      && session?.features.contains(HostFeatures.popupAck) == true
    return PopupMachine.Times(
      entrance: .milliseconds(transition.delayMs + transition.durationMs),
      stay: content.durationMs.map { .milliseconds($0) },
      acknowledgement: acknowledges
        ? .milliseconds(transition.durationMs + configuration.limits.popupAckMs) : nil)
  }

  private mutating func perform(_ action: PopupMachine.Action, for id: PopupID) {
    guard let popup = popups[id] else { return }
    switch action {
    case .tellPresent: present(popup)
    case .tellDismiss: takeAway(popup)
    case .arm(let duration): armPopup(id, duration)
    case .disarm: armPopup(id, nil)
    case .callBack(let end): conclude(popup, end)
    case .requeue: carryOut(popups.handle(.withdrawn(id), in: popup.session))
    }
  }

  /// Carries out what the order of a session's popups asks for.
  mutating func carryOut(_ actions: [PopupStack.Action]) {
    for action in actions {
      switch action {
      case .present(let id, let level):
        popups.with(id) { $0.level = level }
        drive(id, .present)
      case .withdraw(let id): drive(id, .withdraw)
      case .override(let id): drive(id, .end(PopupEnd(.overridden)))
      }
    }
  }

  private mutating func armPopup(_ id: PopupID, _ duration: Duration?) {
    if let handle = popups[id]?.timer { timers.remove(handle) }
    let handle = duration.map { timers.insert(.popup(id), at: now + $0) }
    popups.with(id) { $0.timer = handle }
  }

  mutating func popupTimedOut(_ id: PopupID) {
    popups.with(id) { $0.timer = nil }
    drive(id, .deadline)
  }

  // MARK: What the front end is told

  private mutating func present(_ popup: Popup) {
    var popup = popup
    popup.layout = popup.layout(in: sessions[popup.session]?.viewport ?? Viewport())
    popups[popup.id] = popup
    guard let params = presented(popup) else { return }
    notify(popup.session) { composer in
      composer.beginNotification(method: .popupPresent)
      composer.writer.member("params", params)
      composer.writer.endObject()
    }
  }

  private func presented(_ popup: Popup) -> PresentedParams? {
    popup.content.map {
      PresentedParams(popup: popup, content: $0, plugin: plugins[popup.provider.value].name)
    }
  }

  private mutating func takeAway(_ popup: Popup) {
    if popup.machine.isEnding { _ = popups.handle(.leaving(popup.id), in: popup.session) }
    notify(
      popup.session,
      PopupDismissed(
        popup: popup.id.description,
        transition: popup.content?.content.transition ?? Transition()))
  }

  /// Shows other content, or tells what is wrong with the fields.
  mutating func change(_ id: PopupID, to content: CheckedContent?, errors: [String: String]? = nil)
  {
    guard let session = popups[id]?.session else { return }
    if let content { popups.with(id) { $0.content = content } }
    guard let popup = popups[id], popup.machine.isShown, content != nil || errors != nil else {
      return
    }
    let layout = popup.layout(in: sessions[session]?.viewport ?? Viewport())
    popups.with(id) { $0.layout = layout }
    notifyChange(
      ChangedParams(popup: id, layout: layout, content: content, errors: errors), session)
    if content != nil { drive(id, .changed) }
  }

  /// Lays the popups of a session out anew, since its viewport has another size.
  mutating func layOutPopups(of session: SessionID, isTold: Bool = false) {
    guard let viewport = sessions[session]?.viewport else { return }
    for id in popups.ids(where: { $0.session == session && $0.machine.isShown }) {
      guard let layout = popups[id]?.layout(in: viewport), layout != popups[id]?.layout else {
        continue
      }
      popups.with(id) { $0.layout = layout }
      if !isTold { notifyChange(ChangedParams(popup: id, layout: layout), session) }
    }
  }

  private mutating func notifyChange(_ params: ChangedParams, _ session: SessionID) {
    notify(session) { composer in
      composer.beginNotification(method: .popupChange)
      composer.writer.member("params", params)
      composer.writer.endObject()
    }
  }

  // MARK: The end

  /// The popup is off the screen, or never was on it: everybody is told, and the next one comes.
  private mutating func conclude(_ popup: Popup, _ end: PopupEnd) {
    popups[popup.id] = nil
    if let timer = popup.timer { timers.remove(timer) }
    let knowsIt = run(thatKnows: popup)
    if let call = popup.contentCall { cancelCall(call, of: popup.provider) }
    if let pressed = popup.press {
      answerPress(pressed, isDismissed: true)
      cancelCall(pressed.call, of: popup.provider)
    }
    callBack(popup, end)
    if let knowsIt {
      let notice = PopupDidDismiss(popup: popup.id.description, reason: end.reason)
      send(to: .plugin(knowsIt)) { $0.write(notice) }
    }
    resumeCause(of: popup)
    carryOut(popups.handle(.left(popup.id), in: popup.session))
  }

  /// The process that was told of the popup as its content's plugin, if it still runs.
  private func run(thatKnows popup: Popup) -> RunID? {
    guard popup.hasDelegate else { return nil }
    var run = popup.providerRun
    if let call = popup.contentCall {
      let plugin = plugins[popup.provider.value]
      run = plugin.calls[call]?.phase.isSent == true ? plugin.readyRun : nil
    }
    guard let run, runs[run] != nil else { return nil }
    return run
  }

  /// Tells whoever opened it how it ended: the one callback, for whatever reason.
  private mutating func callBack(_ popup: Popup, _ end: PopupEnd) {
    let params = CallbackParams(popup: popup.id, end: end)
    switch popup.opener.callback {
    case .none: return
    case .answer(let address) where end.reason != .cancelled: answer(address, with: params)
    case .action(let address) where end.reason != .cancelled:
      answer(address, with: MessageShow.Result(action: end.action))
    case .answer(let address), .action(let address): answer(address, with: .cancelled())
    case .notice(let address):
      if popup.content == nil, let address {
        guard end.reason != .cancelled else { return answer(address, with: .cancelled()) }
        answer(address, with: PopupOpened(popup: popup.id.description))
      }
      callBack(params, to: popup.opener.party)
    }
  }

  private mutating func callBack(_ params: CallbackParams, to party: Party) {
    if case .plugin(let run) = party, runs[run] == nil { return }
    sendOrKeep(to: party) { composer in
      composer.beginNotification(method: .popupDidCallBack)
      composer.writer.member("params", params)
      composer.writer.endObject()
    }
  }

  // MARK: Peers that are gone

  /// The request that opened a popup was cancelled.
  mutating func cancelPopup(_ id: PopupID) {
    drive(id, .end(PopupEnd(.cancelled)))
  }

  /// A plugin's process has ended: what it opened closes, and what shows its content.
  mutating func closePopups(of run: RunID) {
    for id in popups.ids(where: { $0.opener.party == .plugin(run) || $0.providerRun == run }) {
      drive(id, .end(PopupEnd(.pluginGone)))
    }
  }

  /// A session ends: its popups close, and none comes any more.
  mutating func closePopups(of session: SessionID) {
    popups.forget(session)
    for id in popups.ids(where: { $0.session == session }) { drive(id, .frontEndGone) }
    popups.forget(session)
  }

  /// A session has lost its connection: nobody is there to acknowledge.
  mutating func popupsDetached(from session: SessionID) {
    for id in popups.ids(where: { $0.session == session }) { drive(id, .acknowledged) }
  }

  /// The popups that a session shows, lowest first, for a front end that resumes it.
  func presentedPopups(of session: SessionID, in viewport: Viewport) -> [PresentedParams] {
    popups.ids { $0.session == session && $0.machine.isShown }
      .compactMap { id in
        guard var popup = popups[id] else { return nil }
        popup.layout = popup.layout(in: viewport)
        return presented(popup)
      }
      .sorted { ($0.popup.level, $0.popup.id) < ($1.popup.level, $1.popup.id) }
  }
}
