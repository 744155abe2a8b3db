public import HostProtocol
public import JSONRPC

/// What the shell is to do; it carries them out in order, after `Host.handle` has returned.
public enum Effect {
  /// Queue a message. Its bytes are `Effects.pieces[message.pieces]`.
  case send(Peer, Outgoing)
  /// Write what is queued for this connection, then close it. Nothing is read from it any more.
  case close(ConnectionID)
  /// Start a process; `spawned` or `spawnFailed` follows.
  case spawn(RunID, SpawnRequest)
  /// Close the plugin's standard input, once what is queued for it is written.
  case closeInput(RunID)
  /// Send a signal to the plugin's process group; nothing happens when the process is gone.
  case signal(RunID, ProcessSignal)
  /// Append a line to the plugin's log file.
  case log(plugin: String, stream: LogStream, text: String)
  /// Remember that the user enabled or disabled the plugin in this folder.
  case mark(directory: String, isEnabled: Bool)
  /// Keep what was learned for the next host, in the place of what was kept before.
  case keepLearnedUse([UInt8])
  /// Search a snapshot; `matched` follows, perhaps much later.
  case match(MatchJob)
  /// The result of this search is not wanted any more; `matched` need not follow.
  case cancelMatch(MatchJob.ID)
  /// Accept no more connections and remove the socket.
  case stopListening
  /// Everything is done: leave with this exit code once all queues are written.
  case exit(code: Int32)
}

/// The signals that the ladder knows.
public enum ProcessSignal: Equatable, Sendable {
  /// SIGTERM: please leave.
  case terminate
  /// SIGKILL: gone.
  case kill
}

/// The pieces of one message, as a range of `Effects.pieces`.
public struct Outgoing: Equatable, Sendable {
  /// Which pieces, in order, make up the JSON text.
  public let pieces: Range<Int>
  /// Bytes of the JSON text in all, so that a header can be written first.
  public let count: Int
  /// The state that the message tells as a whole: where many bytes wait for the peer, it may take the
  /// place of an older message of the same state.
  public internal(set) var state: StateKey?
}

/// A part of an outgoing message.
public enum Piece {
  /// Bytes of `Effects.text`.
  case text(Range<Int>)
  /// Bytes of a frame that is relayed; where `hasLineBreaks`, CR and LF in it become blanks towards
  /// peers that use `lines`.
  case relayed(FrameSlice, hasLineBreaks: Bool)
}
