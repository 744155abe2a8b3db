import HostProtocol
import JSONRPC

/// Sessions that outlive their connections (protocol, section 2, Sessions).
extension Host {
  /// Keeps a session without a connection for a while.
  ///
  /// Its requests end, since their answers could not be told; those that opened popups go on.
  mutating func detach(_ id: SessionID) {
    makeRoomForDetached()
    guard let place = sessions.index(forKey: id) else { return }
    if let connection = sessions.values[place].connection { connections[connection] = nil }
    sessions.values[place].connection = nil
    sessions.values[place].phase = .detached
    sessions.values[place].detachedAt = now
    sessions.values[place].inputEnded = false
    for serving in sessions.values[place].inbox.keepPopupsOnly() { abandon(serving) }
    for name in sessions[id]?.fields.keys.sorted(by: { $0.text < $1.text }) ?? [] {
      detachField(name, of: id)
    }
    popupsDetached(from: id)
    sessions[id]?.timer = timers.insert(
      .session(id), at: now + .milliseconds(configuration.limits.detachedMs))
  }

  /// The one that was lost first goes when there are too many: it is the least likely to come back.
  private mutating func makeRoomForDetached() {
    let detached = sessions.values.filter { $0.phase == .detached }
    guard detached.count >= configuration.limits.detachedSessions,
      let oldest = detached.min(by: { ($0.detachedAt, $0.id) < ($1.detachedAt, $1.id) })
    else { return }
    end(oldest.id)
  }

  /// What a search found for a field that nobody sees is of no use; its text stays.
  private mutating func detachField(_ name: FieldName, of session: SessionID) {
    sessions[session]?.fields[name]?.pendingReturn = nil
    sessions[session]?.fields[name]?.search.map { dropSearch($0) }
  }

  /// The session whose token a front end shows; nil where it shows none, or one that is not known.
  func sessionToResume(
    _ params: InitializeFrontEnd, at address: ReplyAddress
  ) throws(ResponseError) -> SessionID? {
    guard let text = params.resume else { return nil }
    guard address.batch == nil else {
      throw .invalidRequest("initialize with resume stands alone, not in a batch.")
    }
    guard let token = ResumeToken(text) else { return nil }
    return sessions.values.first {
      $0.isResumable && $0.resumeToken == token && ($0.phase == .ready || $0.phase == .detached)
    }?.id
  }

  /// Takes up the session `old` on the connection of the session `new`, which vanishes.
  mutating func resume(_ old: SessionID, from new: SessionID) {
    disarmTimer(of: old)
    guard let fresh = sessions.removeValue(forKey: new), let connection = fresh.connection,
      let place = sessions.index(forKey: old)
    else { return }
    connections[connection] = old
    sessions.values[place].take(connection, from: fresh)
    deliverWaiting(to: old)
    // The answer to its handshake has told the frames already.
    layOutPopups(of: old, isTold: true)
  }

  /// Closes a connection that still speaks for a session which another one takes up: its front end
  /// hung, or its end is not noticed yet.
  mutating func loseConnection(of session: SessionID) {
    guard let connection = sessions[session]?.connection else { return }
    effects.append(.close(connection))
    detach(session)
  }

  private mutating func deliverWaiting(to session: SessionID) {
    guard let place = sessions.index(forKey: session) else { return }
    let answers = sessions.values[place].waitingAnswers
    let notices = sessions.values[place].waitingNotices
    sessions.values[place].waitingAnswers = []
    sessions.values[place].waitingNotices = []
    for answer in answers { deliver(answer) }
    for text in notices { sendText(text, to: .session(session)) }
  }

  /// What a front end needs to show its session again.
  func resumedState(of id: SessionID, in viewport: Viewport) -> ResumedSession {
    guard let session = sessions[id] else { return ResumedSession() }
    let fields = session.fields.values.sorted { $0.name.text < $1.name.text }
    return ResumedSession(
      screens: session.screens.open.compactMap { screens[$0] }.map { screenAnswer($0) },
      popups: presentedPopups(of: id, in: viewport), fields: fields.map(\.resumed),
      openRequests: session.inbox.openInOrder)
  }
}

extension Session {
  /// Goes on with the connection that another session was opened for.
  fileprivate mutating func take(_ connection: ConnectionID, from fresh: Session) {
    self.connection = connection
    phase = .ready
    resumeToken = fresh.resumeToken
    isResumable = fresh.isResumable
    inputEnded = fresh.inputEnded
    textUnit = fresh.textUnit
    features = fresh.features
    viewport = fresh.viewport
    locale = fresh.locale
  }
}

extension Field {
  /// The field as a front end that resumes gets it.
  fileprivate var resumed: ResumedField {
    ResumedField(
      field: name.text, sources: sources.map(\.qualifiedName), text: machine.text, seq: seq,
      editing: machine.isEditing)
  }
}
