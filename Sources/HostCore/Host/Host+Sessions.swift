import HostProtocol
import JSON
import JSONRPC

/// Sessions of front ends: opened, introduced, closed.
extension Host {
  mutating func open(_ connection: ConnectionID, _ token: ResumeToken) {
    let id = SessionID(number: nextSessionNumber)
    nextSessionNumber += 1
    var session = Session(id: id, connection: connection, resumeToken: token)
    session.timer = timers.insert(
      .session(id), at: now + .milliseconds(configuration.limits.handshakeMs))
    sessions[id] = session
    connections[connection] = id
  }

  mutating func initialize(
    _ message: Inbound, at address: ReplyAddress, of session: SessionID
  ) throws(ResponseError) {
    guard sessions[session]?.phase == .awaitingInitialize else { throw .alreadyInitialized() }
    let params: InitializeFrontEnd = try message.params(limits: configuration.limits)
    guard let version = ProtocolRange.supported.highestCommon(with: params.protocol) else {
      throw .noCommonVersion(host: .supported, peer: params.protocol)
    }
    let old = try sessionToResume(params, at: address)
    adopt(params, in: session)
    if let old { showBars(of: old, asOn: session) }
    if let old, sessions[old]?.phase == .ready { loseConnection(of: old) }
    reply(
      to: address,
      with: InitializeAnswer(
        protocol: version, host: identity, session: old ?? session,
        resumeToken: params.resumable ? sessions[session]?.resumeToken : nil,
        textUnit: sessions[session]?.textUnit ?? .utf8, limits: configuration.limits,
        plugins: pluginStatuses, resumed: old.map { resumedState(of: $0, in: params.viewport) }))
    if let old { resume(old, from: session) }
  }

  private mutating func adopt(_ params: InitializeFrontEnd, in session: SessionID) {
    guard let place = sessions.index(forKey: session) else { return }
    disarmTimer(of: session)
    sessions.values[place].phase = .ready
    sessions.values[place].isResumable = params.resumable && !configuration.endsWithFrontEnd
    sessions.values[place].features = Set(params.features)
    sessions.values[place].viewport = params.viewport
    sessions.values[place].locale = params.locale
    sessions.values[place].textUnit =
      params.positionEncodings.lazy.compactMap { TextUnit(rawValue: $0.rawValue) }.first ?? .utf8
  }

  mutating func sessionTimedOut(_ session: SessionID) {
    guard let place = sessions.index(forKey: session) else { return }
    sessions.values[place].timer = nil
    switch sessions.values[place].phase {
    case .awaitingInitialize:
      sendError(
        .helloTimedOut(.milliseconds(configuration.limits.handshakeMs)), id: nil,
        to: .session(session))
      beginClosing(session)
    case .detached: end(session)
    case .ready, .shutDown, .closing: return
    }
  }

  /// The front end sends nothing more; what runs for it is finished and answered, then it is closed.
  mutating func inputEnded(of connection: ConnectionID) {
    guard let session = connections[connection] else { return }
    sessions[session]?.inputEnded = true
    closeIfDone(.session(session))
  }

  /// Closes a connection whose input has ended once its last answer is queued.
  ///
  /// A popup does not hold it open: the person who could answer it is on the other side.
  mutating func closeIfDone(_ party: Party) {
    guard case .session(let id) = party, let session = sessions[id], session.inputEnded,
      session.phase != .detached, session.owesOnlyPopups
    else { return }
    guard session.survivesItsConnection else { return beginClosing(id) }
    if let connection = session.connection { effects.append(.close(connection)) }
    detach(id)
  }

  /// Ends a session: what is queued is still written, then the connection closes.
  mutating func beginClosing(_ id: SessionID) {
    guard let session = sessions[id], session.phase != .closing else { return }
    sessions[id]?.phase = .closing
    endObjects(of: id)
    guard let connection = session.connection else {
      sessions[id] = nil
      return
    }
    effects.append(.close(connection))
    if configuration.endsWithFrontEnd { stop() }
  }

  /// The connection is gone.
  mutating func close(_ connection: ConnectionID) {
    guard let session = connections.removeValue(forKey: connection) else { return }
    guard sessions[session]?.survivesItsConnection != true else { return detach(session) }
    end(session)
    if configuration.endsWithFrontEnd { stop() }
  }

  /// Ends a session that nobody can be told about any more.
  mutating func end(_ session: SessionID) {
    sessions[session]?.phase = .closing
    sessions[session]?.connection = nil
    endObjects(of: session)
    sessions[session] = nil
  }

  /// Ends all that a session owns; only those who wait for its popups are still answered.
  private mutating func endObjects(of id: SessionID) {
    disarmTimer(of: id)
    closePopups(of: id)
    guard let session = sessions[id] else { return }
    sessions[id]?.inbox = Inbox()
    sessions[id]?.fields = [:]
    for request in session.inbox.open.values { abandon(request.serving) }
    for field in session.fields.values { field.search.map { dropSearch($0) } }
    for screen in session.screens.all { abandonScreen(screen) }
  }

  mutating func disarmTimer(of session: SessionID) {
    guard let timer = sessions[session]?.timer else { return }
    timers.remove(timer)
    sessions[session]?.timer = nil
  }

  /// Stops the work on a request that nobody waits for any more.
  mutating func abandon(_ serving: Inbox.Serving) {
    switch serving {
    case .host, .pendingReturn, .popup: break
    case .plugin(let index, let id): cancelCall(id, of: index)
    case .search(let id): dropSearch(id)
    }
  }

  // MARK: Cancelling

  /// `$/cancelRequest`: the request is still answered, with -32800 or with its result.
  mutating func cancel(_ message: Inbound) {
    guard let id = message.requestID(named: "id") else { return }
    guard let serving = withInbox(of: message.party, { $0.open[id]?.serving }) ?? nil
    else { return }
    switch serving {
    case .host: break
    case .plugin(let index, let call): cancelCall(call, of: index)
    case .search(let search): cancelSearch(search)
    case .pendingReturn(let field): cancelPendingReturn(of: field, message.party)
    case .popup(let popup): cancelPopup(popup)
    }
  }
}
