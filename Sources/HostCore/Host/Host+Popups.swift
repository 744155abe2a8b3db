import HostProtocol
import JSON
import JSONRPC

/// Popups are opened: by front ends, by plugins, and as messages (protocol, section Popups).
extension Host {
  mutating func servePopup(
    _ method: Method, _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let limits = configuration.limits
    switch method {
    case .popupOpen: try open(message.params(limits: limits), at: address, of: session)
    case .popupPress: try pressAction(message.params(limits: limits), at: address, of: session)
    case .popupTap: try tap(message.params(limits: limits), at: address, of: session)
    case .popupDismiss: try dismiss(message.params(limits: limits), at: address, of: session)
    default: try acknowledge(message.params(limits: limits), at: address, of: session)
    }
  }

  mutating func servePopup(
    _ method: Method, _ params: PluginParams, by caller: Caller
  ) throws(ResponseError) {
    switch method {
    case .popupShow: try show(params.decoded(), for: caller)
    case .popupUpdate: try update(params.decoded(), for: caller)
    case .popupDismiss: try dismiss(params.decoded(), for: caller)
    case .popupList: try list(params.decoded(), for: caller)
    default: try showMessage(params.decoded(), for: caller)
    }
  }

  private mutating func open(
    _ params: PopupOpen, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    let (provider, name) = try popup(named: params.name)
    let opener = PopupOpener(
      party: .session(session), plugin: nil,
      callback: params.wait ? .answer(address) : .notice(address))
    let popup = try makePopup(
      in: session, name: name, provider: provider, opener: opener, params.precedence)
    try askContent(of: popup, arguments: params.arguments)
  }

  private mutating func show(
    _ params: PopupShow, for caller: Caller
  ) throws(ResponseError) {
    let session = try session(toShow: params.session, for: caller)
    let opener = try opener(caller, callback(of: caller, waits: params.wait))
    let origin = caller.subject?.popup.map { PopupOrigin.action(of: $0) } ?? .screen
    guard let content = params.content else {
      let written = plugins[caller.plugin.value].qualifiedName(params.name ?? "")
      let (provider, name) = try popup(named: written)
      try check(caller.causes, calling: Method.popupContent.rawValue, of: provider)
      let popup = try makePopup(
        in: session, name: name, provider: provider, opener: opener, params.precedence,
        from: origin, cause: caller.cause)
      return try askContent(
        of: popup, arguments: params.arguments, causes: caller.causes)
    }
    var popup = try makePopup(
      in: session, name: nil, provider: caller.plugin, opener: opener, params.precedence,
      from: origin, cause: caller.cause)
    do {
      popup.content = try checked(content, of: popup)
    } catch {
      throw error.refusal(ofMember: "content")
    }
    try enqueue(popup)
  }

  private mutating func showMessage(
    _ params: MessageShow, for caller: Caller
  ) throws(ResponseError) {
    let session = try session(toShow: params.session, for: caller)
    let isNotice = params.actions.isEmpty
    let answer = isNotice ? nil : caller.address
    var popup = try makePopup(
      in: session, name: nil, provider: caller.plugin,
      opener: opener(caller, answer.map { .action($0) } ?? .none), Precedence(),
      from: isNotice ? .notice : .question(from: caller.subject?.popup), cause: caller.cause)
    do {
      popup.content = try checked(content(of: params), of: popup)
    } catch {
      throw error.refusal(ofMember: nil)
    }
    try enqueue(popup) { host in
      if isNotice { host.reply(to: caller, with: MessageShow.Result(action: nil)) }
    }
  }

  private func content(of message: MessageShow) -> Content {
    guard !message.actions.isEmpty else {
      return Content(
        body: Body(kind: .text, text: message.text), severity: message.level,
        durationMs: configuration.limits.noticeMs)
    }
    return Content(
      body: Body(kind: .confirm, text: message.text),
      actions: message.actions.map { PopupAction(id: $0.id, title: $0.title) },
      severity: message.level)
  }

  // MARK: Looking things up

  /// The plugin that provides a popup, and its name in two parts.
  private func popup(
    named name: String
  ) throws(ResponseError) -> (PluginIndex, QualifiedName) {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let index = pluginsByName[String(parts[0])],
      plugins[index.value].offers(popup: String(parts[1]))
    else { throw .unknownObject("popup", name) }
    return (index, QualifiedName(plugin: String(parts[0]), short: String(parts[1])))
  }

  /// The session that a plugin means: the one it names or answers, else the one that was used last.
  private func session(
    toShow name: String?, for caller: Caller
  ) throws(ResponseError) -> SessionID {
    if let name { return try session(named: name, for: caller) }
    let candidates = sessions.values.filter {
      $0.isAttached && $0.features.contains(HostFeatures.popups)
    }
    guard let last = candidates.max(by: { ($0.lastActivity, $0.id) < ($1.lastActivity, $1.id) })
    else { throw .noFrontEnd("none with the feature popups is connected") }
    return last.id
  }

  private func opener(
    _ caller: Caller, _ callback: PopupOpener.Callback
  ) throws(ResponseError) -> PopupOpener {
    // An effect in a last answer of a process that is gone: there is nobody to be called back.
    guard let run = plugins[caller.plugin.value].readyRun else {
      throw .unavailable(plugins[caller.plugin.value].faultFacts(reason: "its process has ended"))
    }
    return PopupOpener(party: .plugin(run), plugin: caller.plugin, callback: callback)
  }

  private func callback(of caller: Caller, waits: Bool) -> PopupOpener.Callback {
    guard let address = caller.address, waits else { return .notice(caller.address) }
    return .answer(address)
  }

  // MARK: Making

  private mutating func makePopup(
    in session: SessionID, name: QualifiedName?, provider: PluginIndex, opener: PopupOpener,
    _ precedence: Precedence, from origin: PopupOrigin = .screen, cause: RequestID? = nil
  ) throws(ResponseError) -> Popup {
    let limit = configuration.limits.popups
    guard popups.count(of: session) < limit else {
      throw .overloaded("A session has at most \(limit) popups open.", limit: limit)
    }
    let cause = opener.waits ? cause : nil
    return Popup(
      id: popups.takeID(), session: session, name: name, provider: provider, opener: opener,
      precedence: precedence, origin: origin,
      cause: opener.plugin.flatMap { plugin in
        cause.map { PopupCause(plugin: plugin, call: $0) }
      })
  }

  func checked(
    _ content: Content, of popup: Popup
  ) throws(ContentFault) -> CheckedContent {
    try CheckedContent(
      content, of: plugins[popup.provider.value].name,
      for: sessions[popup.session]?.features ?? [], limits: configuration.limits)
  }
}
