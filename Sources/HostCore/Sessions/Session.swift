import HostProtocol
import JSONRPC

/// One front end's session and all that it owns; nothing of it is reachable from another session.
///
/// It begins with a connection and ends with it, unless the front end asked for a session that can be
/// resumed: that one is detached for a while and taken up again by another connection.
struct Session {
  /// How far it has come.
  enum Phase: Equatable {
    /// Nothing but `initialize` and `ping` is served.
    case awaitingInitialize
    case ready
    /// `shutdown` was answered: nothing but `ping` and `exit` is served.
    case shutDown
    /// Its connection is lost; it ends when nobody resumes it in time.
    case detached
    /// Closing: what is queued is still written, nothing is read.
    case closing
  }

  let id: SessionID
  /// The connection that it speaks through; nil while it is detached.
  var connection: ConnectionID?
  var phase = Phase.awaitingInitialize
  /// Armed until `initialize` came, and again while the session is detached.
  var timer: DeadlineQueue<Timer>.Handle?
  var inbox = Inbox()
  /// The front end will send nothing more; the connection closes with the last answer.
  var inputEnded = false
  /// When its connection was lost.
  var detachedAt = Instant(nanoseconds: 0)
  /// What resumes the session; the next connection brings another one.
  var resumeToken: ResumeToken
  var isResumable = false
  /// Answers to requests that outlive a connection, which came while there was none.
  var waitingAnswers: [WaitingAnswer] = []
  /// Notifications that may not be lost, written while the session was detached.
  var waitingNotices: [[UInt8]] = []

  /// The unit of ranges towards this front end.
  var textUnit = TextUnit.utf8
  /// Names of finer steps that the front end knows.
  var features: Set<String> = []
  var viewport = Viewport()
  /// The language and region of its user; nil where the front end does not tell.
  var locale: String?
  /// When the front end asked for something last, counted in requests of the whole host.
  var lastActivity: UInt64 = 0
  var topics: Set<String> = []
  /// Plugins that were told of this session, and so may speak to it.
  var acquaintances: Set<PluginIndex> = []

  var fields: [FieldName: Field] = [:]
  var screens = ScreenStack()
  /// What plugins have set of their actions in this session alone.
  var actionChanges: [PluginIndex: [String: ActionChange]] = [:]

  init(id: SessionID, connection: ConnectionID, resumeToken: ResumeToken) {
    self.id = id
    self.connection = connection
    self.resumeToken = resumeToken
  }

  /// Whether a front end can be told something now.
  var isAttached: Bool { phase == .ready && connection != nil }

  /// Whether it goes on without its connection.
  var survivesItsConnection: Bool { isResumable && phase == .ready }

  /// Whether nothing but popups is still to be answered: those wait for a person, perhaps for days.
  var owesOnlyPopups: Bool { inbox.owesOnlyPopups }
}

/// A field's name, chosen by its front end and unique in its session.
struct FieldName: Hashable {
  let text: String
}
