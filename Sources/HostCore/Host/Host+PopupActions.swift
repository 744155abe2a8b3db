import HostProtocol
import JSON
import JSONRPC

/// What a popup's user does: presses and taps, and what its plugin says to them.
extension Host {
  mutating func pressAction(
    _ params: PopupPress, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    guard let popup = try openPopup(params.popup, of: session) else {
      return reply(to: address, with: PopupPress.Result(dismissed: true))
    }
    guard let action = popup.content?.action(params.action) else {
      throw .invalidParams(
        DecodingFailure(
          path: "/action", expected: "id of one of the popup's actions", found: "another string"))
    }
    guard popup.takesInput else {
      return reply(to: address, with: PopupPress.Result(dismissed: popup.machine.isEnding))
    }
    drive(popup.id, .touched)
    guard let fields = popup.content?.fields else {
      let values = params.values?.jsonBytes()
      return try perform(action, of: popup, values: values, as: .press, at: address)
    }
    let values = try formValues(params.values, of: fields)
    guard values.missing.isEmpty || action.role == .cancel else {
      let errors = values.missing.map { ($0, "This must be filled in.") }
      return reply(
        to: address,
        with: PopupPress.Result(dismissed: false, errors: Dictionary(uniqueKeysWithValues: errors)))
    }
    try perform(action, of: popup, values: values.text, as: .press, at: address)
  }

  mutating func tap(
    _ params: PopupTap, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    guard let popup = try openPopup(params.popup, of: session) else {
      return reply(to: address, with: PopupTap.Result(inside: false, dismissed: true))
    }
    let isInside = try popup.isHit(by: params)
    guard popup.takesInput, !isInside, popup.content?.content.dismissOnOutsideTap == true else {
      if isInside { drive(popup.id, .touched) }
      return reply(
        to: address,
        with: PopupTap.Result(inside: isInside, dismissed: popup.machine.isEnding))
    }
    guard let cancel = popup.content?.cancelAction else {
      reply(to: address, with: PopupTap.Result(inside: false, dismissed: true))
      return drive(popup.id, .end(PopupEnd(.outsideTap)))
    }
    try perform(cancel, of: popup, values: nil, as: .outsideTap, at: address)
  }

  private func formValues(
    _ values: JSONValue?, of fields: [FormField]
  ) throws(ResponseError) -> FormValues {
    do { return try FormValues(values, of: fields) } catch {
      throw .invalidParams(error.inside("values"))
    }
  }

  /// Asks the plugin of the content, if it wants to be asked; else the action does what it says.
  private mutating func perform(
    _ action: PopupAction, of popup: Popup, values: [UInt8]?, as kind: PopupPressed.Kind,
    at address: ReplyAddress
  ) throws(ResponseError) {
    guard popup.hasDelegate, plugins[popup.provider.value].mayGet(.popupAction) else {
      return try conclude(action, of: popup, values: values, as: kind, at: address)
    }
    let call = try ask(
      popup.provider, .popupAction,
      ActionParams(popup: popup.id, action: action.id, values: values),
      for: .popupAction(popup.id),
      about: DelegateSubject(session: popup.session, popup: popup.id), cause: address)
    let pressed = PopupPressed(kind: kind, action: action, call: call, address: address)
    popups.with(popup.id) { $0.press = pressed }
    withInbox(of: address.party) { $0.assign(address.id, to: .plugin(popup.provider, call)) }
  }

  /// Nobody wants to be asked: whoever opened the popup gets the values of its form themselves.
  private mutating func conclude(
    _ action: PopupAction, of popup: Popup, values: [UInt8]?, as kind: PopupPressed.Kind,
    at address: ReplyAddress
  ) throws(ResponseError) {
    let object: JSONValue?
    do {
      object = try values.map { (text) throws(JSONParseError) in try JSONValue.parse(text) }
    } catch {
      throw .unreadableParams(error)
    }
    answer(address, as: kind, isDismissed: action.dismissOnTap)
    guard action.dismissOnTap else { return }
    drive(popup.id, .end(PopupEnd(kind.reason, action: action.id, object: object)))
  }

  // MARK: Answers of the plugin

  mutating func actionAnswered(_ answer: PluginAnswer, for id: PopupID) {
    guard let popup = popups[id], let pressed = popup.press else { return }
    popups.with(id) { $0.press = nil }
    do {
      try take(answer, to: pressed, of: popup)
    } catch {
      return actionFailed(pressed, of: popup, error)
    }
    carryOutEffects(
      of: answer, to: Method.popupAction.rawValue,
      about: DelegateSubject(session: popup.session, popup: id), by: popup.provider)
  }

  mutating func actionFailed(_ id: PopupID, _ error: ResponseError) {
    guard let popup = popups[id], let pressed = popup.press else { return }
    popups.with(id) { $0.press = nil }
    actionFailed(pressed, of: popup, error)
  }

  /// The popup stays, and its user may try again.
  private mutating func actionFailed(
    _ pressed: PopupPressed, of popup: Popup, _ error: ResponseError
  ) {
    guard let address = pressed.address else {
      return deliveryFailed(
        error, at: Method.popupAction.rawValue,
        about: DelegateSubject(session: popup.session, popup: popup.id), by: popup.provider)
    }
    note("it failed at popup/action: \(error.message) (\(error.code))", in: popup.provider)
    reply(to: address, with: error)
  }

  private mutating func take(
    _ answer: PluginAnswer, to pressed: PopupPressed, of popup: Popup
  ) throws(ResponseError) {
    if answer.isError { throw answer.error }
    let result: PopupActionAnswer =
      answer.isNull ? PopupActionAnswer() : try decode(answer.value, from: popup.provider)
    let content = try content(of: result, popup)
    let errors = result.errors.flatMap { $0.isEmpty ? nil : $0.mapValues(\.shown) }
    let goes = pressed.action.dismissOnTap && errors == nil && content == nil
    guard !(result.dismiss ?? goes) else {
      answerPress(pressed, isDismissed: true)
      return drive(
        popup.id,
        .end(PopupEnd(pressed.kind.reason, action: pressed.action.id, object: result.object)))
    }
    answerPress(pressed, isDismissed: false, errors: errors)
    // The answer to a press tells its errors; otherwise they have no other way to the front end.
    let isTold = pressed.address != nil && pressed.kind == .press
    change(popup.id, to: content, errors: isTold ? nil : errors)
  }

  private func content(
    of answer: PopupActionAnswer, _ popup: Popup
  ) throws(ResponseError) -> CheckedContent? {
    guard let content = answer.content else { return nil }
    do { return try checked(content, of: popup) } catch {
      throw error.refusal(ofAnswerFrom: plugins[popup.provider.value].name)
    }
  }

  // MARK: Answers to the front end

  /// Answers a press or tap that is not answered yet.
  mutating func answerPress(
    _ pressed: PopupPressed, isDismissed: Bool, errors: [String: String]? = nil
  ) {
    guard let address = pressed.address else { return }
    answer(address, as: pressed.kind, isDismissed: isDismissed, errors: errors)
  }

  private mutating func answer(
    _ address: ReplyAddress, as kind: PopupPressed.Kind, isDismissed: Bool,
    errors: [String: String]? = nil
  ) {
    switch kind {
    case .press:
      reply(to: address, with: PopupPress.Result(dismissed: isDismissed, errors: errors))
    case .outsideTap:
      reply(to: address, with: PopupTap.Result(inside: false, dismissed: isDismissed))
    }
  }
}

extension Popup {
  /// Whether its user can do something with it: it is shown, and nothing is being done already.
  fileprivate var takesInput: Bool { machine.isShown && press == nil }

  /// Whether a tap hits it; of a popup that the front end placed, the front end knows.
  fileprivate func isHit(by tap: PopupTap) throws(ResponseError) -> Bool {
    guard let layout else {
      guard let isInside = tap.inside else { throw Self.missing("/inside", "boolean") }
      return isInside
    }
    guard let x = tap.x, let y = tap.y else {
      guard tap.x == nil, tap.y == nil, let isInside = tap.inside else {
        throw Self.missing(tap.x == nil ? "/x" : "/y", "number")
      }
      return isInside
    }
    return layout.contains(x: x, y: y)
  }

  private static func missing(_ path: String, _ type: String) -> ResponseError {
    .invalidParams(DecodingFailure(path: path, expected: type, found: "nothing"))
  }
}
