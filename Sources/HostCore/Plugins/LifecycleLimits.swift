/// How long each step in a plugin's life may take, and when it is given up.
public struct LifecycleLimits: Equatable, Sendable {
  /// From the process's start to the answer of `initialize`: an interpreter on a cold disk takes seconds.
  public var start = Duration.seconds(10)
  /// For open calls to end once a stop was asked for: a person waits for the stop.
  public var drain = Duration.seconds(2)
  /// For the answer to `shutdown`.
  public var shutdown = Duration.seconds(2)
  /// From `exit` to SIGTERM.
  public var exit = Duration.seconds(2)
  /// From SIGTERM to SIGKILL, and between SIGKILLs.
  public var terminate = Duration.seconds(2)
  /// Whether a plugin that crashed is started again by itself; if not, the next call starts it.
  public var restartsAfterCrash = true
  /// The wait before the first restart after a crash; each further crash doubles it.
  public var firstBackoff = Duration.milliseconds(250)
  /// The longest wait before a restart: longer, and a repaired plugin seems dead.
  public var longestBackoff = Duration.seconds(30)
  /// So many crashes within `crashWindow` end in quarantine.
  public var crashesToQuarantine = 5
  /// The window in which crashes count, and how long a plugin must serve to be counted healthy again.
  public var crashWindow = Duration.seconds(60)

  /// The defaults of the protocol.
  public init() {}
}
