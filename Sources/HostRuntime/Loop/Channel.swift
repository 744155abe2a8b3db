import HostCore
import JSONRPC
import SystemIO

/// A peer's messages: the descriptors that carry them, what came in part, and what waits to be
/// written.
final class Channel {
  /// Who is at the other end.
  let peer: Peer
  /// The place in the loop's table.
  let slot: Int
  /// Cuts the input into frames.
  var decoder: FrameDecoder
  /// What waits to be written.
  var outbox: Outbox

  /// Where input comes from; nil once it has ended and is not waited for any more.
  var input: Descriptor?
  /// Where output goes; nil where the input is a socket for both, or once it is closed.
  var output: Descriptor?
  /// Whether the input is a socket that takes the output too.
  let isSocket: Bool

  /// Whether nothing more is read: its end was seen, or what came can't be framed.
  var isInputOver = false
  /// Whether the end of input was seen while frames that came before it still waited.
  var endIsPending = false
  /// Whether a full queue keeps it from being read, and frames that came from being handled.
  var isHeld = false
  /// Whether the output is closed once the queue is empty.
  var isClosing = false
  /// Whether nothing can be written any more.
  var isBroken = false
  /// Whether the queue is over its limit.
  var isOverfull = false
  /// Whether the loop has noted that there is something to be written or to be decided.
  var isDirty = false
  /// Whether epoll refuses its input (a regular file), which is always ready.
  var isAlwaysReady = false
  /// Bytes of the unfinished frame that count towards what all peers may have.
  var unfinishedCount = 0
  /// When the first byte of the unfinished frame came.
  var frameStart: Instant?

  /// What epoll waits for; nil where the descriptor is not in its set.
  var inputInterest: Epoll.Readiness?
  var outputInterest: Epoll.Readiness?

  /// Creates the channel of a socket.
  init(
    peer: Peer, slot: Int, socket: consuming Descriptor, decoder: FrameDecoder, pool: OutputPool
  ) {
    self.peer = peer
    self.slot = slot
    self.decoder = decoder
    outbox = Outbox(pool: pool)
    input = consume socket
    isSocket = true
  }

  /// Creates the channel of two streams.
  init(
    peer: Peer, slot: Int, input: consuming Descriptor, output: consuming Descriptor,
    decoder: FrameDecoder, pool: OutputPool
  ) {
    self.peer = peer
    self.slot = slot
    self.decoder = decoder
    outbox = Outbox(pool: pool)
    self.input = consume input
    self.output = consume output
    isSocket = false
  }

  /// Where output goes; nil once it is closed.
  var outputNumber: Int32? { isSocket ? input?.number : output?.number }

  /// How output is framed; before a front end's first byte, lines.
  var framing: Framing { decoder.framing ?? .lines }

  /// Whether input is waited for.
  var wantsInput: Bool {
    !isInputOver && !endIsPending && !isHeld && (!isClosing || isPlugin)
  }

  /// A plugin is always read: it owes answers, also while its input is being closed.
  var isPlugin: Bool {
    guard case .plugin = peer else { return false }
    return true
  }
}
