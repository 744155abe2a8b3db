import HostProtocol
import JSON
import JSONRPC

/// From a popup that was asked for to one that is shown or waits for its turn.
extension Host {
  /// Asks the plugin that provides a popup what it shows.
  mutating func askContent(
    of popup: Popup, arguments: JSONValue?, causes: [CallLink] = []
  ) throws(ResponseError) {
    let provider = plugins[popup.provider.value]
    guard provider.mayGet(.popupContent) || !provider.isImplementsKnown else {
      throw .methodNotImplemented(provider.name, .popupContent)
    }
    let params = PopupContent(
      popup: popup.id.description, session: popup.session.description,
      name: popup.name?.short ?? "", arguments: arguments,
      viewport: sessions[popup.session]?.viewport ?? Viewport())
    var popup = popup
    popup.contentCall = try ask(
      popup.provider, .popupContent, params, for: .popupContent(popup.id),
      about: DelegateSubject(session: popup.session, popup: popup.id),
      cause: popup.opener.address, causes: causes)
    admit(popup)
  }

  mutating func contentAnswered(_ answer: PluginAnswer, for id: PopupID) {
    guard var popup = popups[id], popup.contentCall != nil else { return }
    popup.contentCall = nil
    popups[id] = popup
    do {
      popup.content = try content(answer, of: popup)
      try enqueue(popup)
    } catch {
      return failOpening(id, error)
    }
    carryOutEffects(
      of: answer, to: Method.popupContent.rawValue,
      about: DelegateSubject(session: popup.session, popup: id), by: popup.provider)
  }

  mutating func contentFailed(_ id: PopupID, _ error: ResponseError) {
    guard popups[id]?.contentCall != nil else { return }
    popups.with(id) { $0.contentCall = nil }
    failOpening(id, error)
  }

  private func content(
    _ answer: PluginAnswer, of popup: Popup
  ) throws(ResponseError) -> CheckedContent {
    if answer.isError { throw answer.error }
    let content: Content = try decode(answer.value, from: popup.provider)
    do { return try checked(content, of: popup) } catch {
      throw error.refusal(ofAnswerFrom: plugins[popup.provider.value].name)
    }
  }

  /// Nothing could be shown: whoever opened the popup is told why, and not called back.
  private mutating func failOpening(_ id: PopupID, _ error: ResponseError) {
    guard let popup = popups[id] else { return }
    popups[id] = nil
    resumeCause(of: popup)
    guard let address = popup.opener.address else {
      return deliveryFailed(
        error, at: Method.popupContent.rawValue,
        about: DelegateSubject(session: popup.session, popup: id), by: popup.provider)
    }
    answer(address, with: error)
  }

  // MARK: Coming

  /// Gives a popup with content its place among the others of its session.
  ///
  /// `answering` answers the request that opened it where its end does not; the front end is told
  /// after that.
  mutating func enqueue(
    _ popup: Popup, answering: (inout Host) -> Void = { _ in }
  ) throws(ResponseError) {
    var popup = popup
    popup.providerRun = plugins[popup.provider.value].readyRun
    let place = place(for: popup)
    try checkTurn(of: popup, at: place)
    admit(popup)
    if case .notice(let address?) = popup.opener.callback {
      answer(address, with: PopupOpened(popup: popup.id.description))
    }
    answering(&self)
    releaseNotices()
    carryOut(popups.handle(.add(popup.id, popup.precedence, at: place), in: popup.session))
  }

  private func place(for popup: Popup) -> PopupStack.Place {
    switch popup.origin {
    case .notice: .notices
    case .screen, .question(from: nil): .screen
    case .action(let below), .question(let below?):
      popups.stack(of: popup.session).place(causedBy: below)
    }
  }

  private mutating func checkTurn(
    of popup: Popup, at place: PopupStack.Place
  ) throws(ResponseError) {
    let stack = popups.stack(of: popup.session)
    let limits = configuration.limits
    guard popup.precedence.kind == .override else {
      guard stack.waiting(at: place) < limits.waitingPopups else {
        throw .overloaded(
          "At most \(limits.waitingPopups) popups wait for one place.",
          limit: limits.waitingPopups)
      }
      return
    }
    guard let plugin = popup.opener.plugin, stack.overrides(popup.precedence, at: place) else {
      return
    }
    let pause = Duration.milliseconds(limits.overrideMs)
    guard popups.admitOverride(by: plugin, at: now, pause: pause) else {
      throw .overloaded(
        "A plugin takes another popup's place at most once in \(pause.inWords).",
        limit: limits.overrideMs)
    }
  }

  /// Stores a popup, before anybody is told of it.
  private mutating func admit(_ popup: Popup) {
    let isNew = popups[popup.id] == nil
    popups[popup.id] = popup
    guard isNew else { return }
    if let address = popup.opener.address {
      withInbox(of: address.party) { $0.assign(address.id, to: .popup(popup.id)) }
    }
    pauseCause(of: popup)
  }

  // MARK: Whoever waits for it

  /// A person decides how long a popup takes: the call that waits for it does not run out of time, and
  /// a front end whose press led to it is answered at once.
  private mutating func pauseCause(of popup: Popup) {
    guard let cause = popup.cause, let call = plugins[cause.plugin.value].calls[cause.call],
      call.purpose.mayWaitForPopups
    else { return }
    pauseDeadline(of: cause.call, of: cause.plugin)
    guard case .popupAction(let below) = call.purpose, let pressed = popups[below]?.press else {
      return
    }
    answerPress(pressed, isDismissed: false)
    popups.with(below) { $0.press?.address = nil }
  }

  mutating func resumeCause(of popup: Popup) {
    guard let cause = popup.cause else { return }
    resumeDeadline(of: cause.call, of: cause.plugin)
  }
}
