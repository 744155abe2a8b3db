public import JSONRPC
public import Matching

/// What happened outside of the core; the shell tells one at a time, in the order in which they happened.
public enum Event {
  /// A front end connected (its user has been checked); the token can resume its session later.
  case connected(ConnectionID, ResumeToken)
  /// A complete frame came.
  case frame(Peer, Frame)
  /// Input that can't be framed, or a message over the limit; the decoder says whether it can go on.
  case decodingFailed(Peer, DecodingFault)
  /// A line of text that is no message: standard error, or what a plugin printed by accident.
  case output(RunID, OutputLine)
  /// The peer will send nothing more; it may still read.
  case endOfInput(Peer)
  /// Nothing can be sent to the peer or read from it any more.
  case closed(Peer)
  /// The plugin's process runs.
  case spawned(RunID, processID: Int32)
  /// The plugin's process could not be started, with a sentence that says why.
  case spawnFailed(RunID, reason: String)
  /// The plugin's process ended, all that it wrote before has been told, and its pipes are closed.
  case exited(RunID, ProcessExit)
  /// The plugins on disk, once at the start and after each reload.
  case discovered([DiscoveredPlugin])
  /// A search that the core asked for is done.
  case matched(MatchJob.ID, SearchResult)
  /// The time of `Host.nextDeadline` has come.
  case deadline
  /// A signal or a lost terminal asks the host to end.
  case stopRequested
}

/// A line that is no message, with where it came from.
public struct OutputLine: Sendable {
  /// Where a plugin's text came from.
  public enum Stream: Sendable {
    /// Standard error: the place for a plugin's log.
    case standardError
    /// Standard output, which is reserved for the protocol: printed by accident.
    case standardOutput
  }

  /// Where it came from.
  public let stream: Stream
  /// The text without its line end, invalid UTF-8 repaired.
  public let text: String

  /// Creates a line.
  public init(stream: Stream, text: String) {
    self.stream = stream
    self.text = text
  }
}
