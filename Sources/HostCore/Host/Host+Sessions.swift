import HostProtocol
import JSON
import JSONRPC

/// Connections of front ends: opened, introduced, closed.
extension Host {
  mutating func open(_ connection: ConnectionID) {
    let id = SessionID(number: nextSessionNumber)
    nextSessionNumber += 1
    var session = Session(id: id, connection: connection)
    session.hello = timers.insert(
      .hello(connection), at: now + .milliseconds(configuration.limits.handshakeMs))
    sessions[connection] = session
  }

  mutating func initialize(
    _ message: Inbound, at address: ReplyAddress, of connection: ConnectionID
  ) throws(ResponseError) {
    guard sessions[connection]?.phase == .awaitingInitialize else { throw .alreadyInitialized() }
    let params: InitializeFrontEnd = try message.params(limits: configuration.limits)
    guard let version = ProtocolRange.supported.highestCommon(with: params.protocol) else {
      throw .noCommonVersion(host: .supported, peer: params.protocol)
    }
    adopt(params, connection)
    guard let session = sessions[connection] else { return }
    reply(
      to: address,
      with: InitializeFrontEnd.Result(
        protocol: version, host: identity, session: session.id.description, features: [],
        positionEncoding: PositionEncoding(rawValue: session.textUnit.rawValue),
        limits: configuration.limits, plugins: pluginStatuses))
  }

  private mutating func adopt(_ params: InitializeFrontEnd, _ connection: ConnectionID) {
    guard let place = sessions.index(forKey: connection) else { return }
    if let hello = sessions.values[place].hello { timers.remove(hello) }
    sessions.values[place].hello = nil
    sessions.values[place].phase = .ready
    sessions.values[place].textUnit =
      params.positionEncodings.lazy.compactMap { TextUnit(rawValue: $0.rawValue) }.first ?? .utf8
  }

  mutating func helloTimedOut(_ connection: ConnectionID) {
    guard let place = sessions.index(forKey: connection) else { return }
    sessions.values[place].hello = nil
    guard sessions.values[place].phase == .awaitingInitialize else { return }
    sendError(
      .helloTimedOut(.milliseconds(configuration.limits.handshakeMs)), id: nil,
      to: .frontEnd(connection))
    beginClosing(connection)
  }

  /// The front end sends nothing more; what runs for it is finished and answered, then it is closed.
  mutating func inputEnded(of connection: ConnectionID) {
    guard let place = sessions.index(forKey: connection) else { return }
    sessions.values[place].inputEnded = true
    closeIfDone(.frontEnd(connection))
  }

  /// Closes a connection whose input has ended once its last answer is queued.
  mutating func closeIfDone(_ peer: Peer) {
    guard case .frontEnd(let connection) = peer, let session = sessions[connection],
      session.inputEnded, session.inbox.isSettled
    else { return }
    beginClosing(connection)
  }

  /// Ends a session: what is queued is still written, then the connection closes.
  mutating func beginClosing(_ connection: ConnectionID) {
    guard let session = sessions[connection], session.phase != .closing else { return }
    abandonRequests(of: connection)
    sessions[connection]?.phase = .closing
    effects.append(.close(connection))
    if configuration.endsWithFrontEnd { stop() }
  }

  /// The connection is gone.
  mutating func close(_ connection: ConnectionID) {
    guard sessions[connection] != nil else { return }
    abandonRequests(of: connection)
    sessions[connection] = nil
    if configuration.endsWithFrontEnd { stop() }
  }

  /// Cancels what runs for a session that will read no answer.
  private mutating func abandonRequests(of connection: ConnectionID) {
    guard let place = sessions.index(forKey: connection) else { return }
    let session = sessions.values[place]
    if let hello = session.hello { timers.remove(hello) }
    sessions.values[place].hello = nil
    sessions.values[place].inbox = Inbox()
    sessions.values[place].fields = [:]
    for serving in session.inbox.open.values { abandon(serving) }
    for field in session.fields.values { field.search.map { dropSearch($0) } }
  }

  /// Stops the work on a request that nobody waits for any more.
  mutating func abandon(_ serving: Inbox.Serving) {
    switch serving {
    case .host, .pendingReturn: break
    case .plugin(let index, let id): cancelCall(id, of: index)
    case .search(let id): dropSearch(id)
    }
  }

  // MARK: Cancelling

  /// `$/cancelRequest`: the request is still answered, with -32800 or with its result.
  mutating func cancel(_ message: Inbound) {
    guard let id = message.requestID(named: "id") else { return }
    guard let serving = withInbox(of: message.peer, { $0.open[id] }) ?? nil else { return }
    switch serving {
    case .host: break
    case .plugin(let index, let call): cancelCall(call, of: index)
    case .search(let search): cancelSearch(search)
    case .pendingReturn(let field): cancelPendingReturn(of: field, message.peer)
    }
  }
}
