import HostProtocol
import JSONRPC

/// One connected front end and all that it owns; nothing of it is reachable from another session.
struct Session {
  /// How far the connection has come.
  enum Phase: Equatable {
    /// Nothing but `initialize` and `ping` is served.
    case awaitingInitialize
    case ready
    /// `shutdown` was answered: nothing but `ping` and `exit` is served.
    case shutDown
    /// Closing: what is queued is still written, nothing is read.
    case closing
  }

  let id: SessionID
  let connection: ConnectionID
  var phase = Phase.awaitingInitialize
  var hello: DeadlineQueue<Timer>.Handle?
  var inbox = Inbox()
  /// The front end will send nothing more; the connection closes with the last answer.
  var inputEnded = false
  /// The unit of ranges towards this front end.
  var textUnit = TextUnit.utf8
  var topics: Set<String> = []
  var fields: [FieldName: Field] = [:]

  var peer: Peer { .frontEnd(connection) }
}

/// A field's name, chosen by its front end and unique in its session.
struct FieldName: Hashable {
  let text: String
}
