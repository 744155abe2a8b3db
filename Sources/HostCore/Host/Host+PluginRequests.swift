import HostProtocol
import JSONRPC

/// What plugins may ask and tell.
extension Host {
  mutating func serve(
    _ message: Inbound, at address: ReplyAddress, ofPlugin run: RunID
  ) throws(ResponseError) {
    guard let index = runs[run] else { return }
    if message.method == .ping { return reply(to: address) }
    guard plugins[index.value].readyRun == run else { throw .notInitialized() }
    switch message.method {
    case .rpcDiscover: return reply(to: address, with: DiscoveryDocument())
    case nil: return try relayRequest(message, at: address)
    case let method?:
      guard method.isRequest, method.directions.contains(.pluginToHost) else {
        throw .methodNotFound(message.methodName)
      }
      let causes = try causes(of: message, by: index)
      let caller = Caller(
        plugin: index, subject: causes.last?.subject, causes: causes, address: address)
      let params = try params(of: message, method, for: caller)
      try answeringFirst { (host) throws(ResponseError) in
        try host.serve(method, params, by: caller)
      }
    }
  }

  /// The params of a plugin's request: those of `list/update` may be long and are not parsed.
  private func params(
    of message: Inbound, _ method: Method, for caller: Caller
  ) throws(ResponseError) -> PluginParams {
    let limits = configuration.limits
    if method == .listUpdate { return try PluginParams(message.listText(limits: limits)) }
    return try PluginParams(
      message.parsedParams(limits: limits), subject: caller.subject, isEffect: false)
  }

  /// What a plugin asks for by a request or by an effect in an answer.
  mutating func serve(
    _ method: Method, _ params: PluginParams, by caller: Caller
  ) throws(ResponseError) {
    switch method {
    case .screenPush: try push(params.decoded(), by: caller)
    case .screenPop: try pop(params.decoded(), by: caller)
    case .screenDismiss: try dismiss(params.decoded(), by: caller)
    case .listUpdate: try updateList(params, by: caller)
    case .navigationBarUpdateTitle, .navigationBarHiddenOtherButton,
      .navigationBarSetupLeftButton, .navigationBarSetupRightButton,
      .navigationBarShowRightButton, .navigationBarSetRightButtonHidden,
      .navigationBarSetSelected, .navigationBarSetType, .navigationBarSetStyle,
      .navigationBarSetItems, .navigationBarSetAppearance, .navigationBarPatch,
      .actionsUpdate:
      try serveBar(method, params, by: caller)
    case .popupShow, .popupUpdate, .popupDismiss, .popupList, .messageShow:
      try servePopup(method, params, by: caller)
    default: throw .methodNotFound(method.rawValue)
    }
  }

  /// The session that a plugin names, if it may speak to it: it was told of it by a delegate call, or
  /// it answers one of its requests.
  func session(named name: String, for caller: Caller) throws(ResponseError) -> SessionID {
    guard let id = SessionID(name), maySpeak(to: id, caller) else {
      throw .unknownObject("session", name)
    }
    return id
  }

  /// Whether a session exists for a plugin that asks for something.
  func maySpeak(to id: SessionID, _ caller: Caller) -> Bool {
    guard let session = sessions[id] else { return false }
    return session.acquaintances.contains(caller.plugin) || caller.subject?.session == id
  }

  mutating func notified(_ message: Inbound, byPlugin run: RunID) {
    guard let index = runs[run] else { return }
    switch message.method {
    case .cancelRequest: return cancel(message)
    case .logMessage: return logged(message, by: index)
    case .progress: return progressed(message, by: index)
    case .credit: return credited(message)
    default: break
    }
    guard plugins[index.value].readyRun == run else {
      counters.dropped += 1
      return
    }
    switch message.method {
    case .autocompleteDatasourceDidChange: datasourceDidChange(message, by: index)
    case nil: relayTopic(message, of: index)
    default: counters.dropped += 1
    }
  }

  /// `log/message`: a line for the plugin's log, with a level that the plugin chose itself.
  private mutating func logged(_ message: Inbound, by index: PluginIndex) {
    do {
      let entry: LogMessage = try message.params(limits: configuration.limits)
      append(entry.text, stream: .message, level: entry.level, toLogOf: index)
    } catch {
      noteMalformed("a log/message that can't be read: \(error.message)", by: index)
    }
  }
}
