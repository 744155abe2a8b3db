import HostProtocol
import JSON
import JSONRPC

/// Telling front ends what they subscribed to.
extension Host {
  mutating func subscribe(
    _ params: HostSubscribe, _ session: SessionID
  ) throws(ResponseError) {
    guard let place = sessions.index(forKey: session) else { return }
    for topic in params.topics where !isTopic(topic) { throw .unknownObject("topic", topic) }
    let topics = sessions.values[place].topics.union(params.topics)
    let limit = configuration.limits.topics
    guard topics.count <= limit else {
      throw .overloaded("A session has at most \(limit) subscriptions.", limit: limit)
    }
    sessions.values[place].topics = topics
  }

  /// The host's own notifications, and what plugins list in `provides.topics`.
  private func isTopic(_ topic: String) -> Bool {
    switch Method(rawValue: topic) {
    case .pluginDidChangeState, .logMessage: return true
    default: break
    }
    let parts = topic.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let index = pluginsByName[String(parts[0])] else { return false }
    let plugin = plugins[index.value]
    return !plugin.isProvidesKnown || plugin.provides.topics.contains(String(parts[1]))
  }

  mutating func unsubscribe(_ params: HostUnsubscribe, _ session: SessionID) {
    guard let place = sessions.index(forKey: session) else { return }
    guard let topics = params.topics else { return sessions.values[place].topics.removeAll() }
    sessions.values[place].topics.subtract(topics)
  }

  /// The sessions that want a topic, oldest first.
  func subscribers(of topic: String) -> [SessionID] {
    sessions.values
      .filter { $0.phase == .ready && $0.topics.contains(topic) }
      .map(\.id).sorted()
  }

  /// Sends a notification to all who subscribed to its method.
  mutating func notifySubscribers<Notice: NotificationMessage>(_ notice: Notice) {
    for session in subscribers(of: Notice.method.rawValue) { notify(session, notice) }
  }

  /// Tells a session something; one that is detached is not told.
  ///
  /// With `state` the notice tells the whole of it; a newer one may overtake it on the way.
  mutating func notify<Notice: NotificationMessage>(
    _ session: SessionID, _ notice: Notice, wholeOf state: StateKey? = nil
  ) {
    notify(session, wholeOf: state) { $0.write(notice) }
  }

  /// Tells a session something, in words of the caller's.
  mutating func notify(
    _ session: SessionID, wholeOf state: StateKey? = nil,
    _ body: (inout MessageComposer) -> Void
  ) {
    guard let connection = sessions[session]?.connection else { return }
    var outgoing = effects.compose(body)
    outgoing.state = state
    let effect = Effect.send(.frontEnd(connection), outgoing)
    if heldNotices == nil { effects.append(effect) } else { heldNotices?.append(effect) }
  }

  /// Serves a request so that its answer precedes the notifications that it causes (promise 8).
  mutating func answeringFirst(
    _ body: (inout Host) throws(ResponseError) -> Void
  ) throws(ResponseError) {
    let isOutermost = heldNotices == nil
    if isOutermost { heldNotices = [] }
    defer { if isOutermost { releaseNotices() } }
    try body(&self)
  }

  /// The request at hand has its answer, or will not have it now: notices need not wait any longer.
  mutating func releaseNotices() {
    for notice in heldNotices ?? [] { effects.append(notice) }
    heldNotices = nil
  }
}
