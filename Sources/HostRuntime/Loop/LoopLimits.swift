import HostCore
import HostProtocol

/// What the loop puts up with and how long it waits; limits that peers must know are the
/// protocol's.
enum LoopLimits {
  /// Ready descriptors that one turn takes up: all of a busy host, few of a flooded one, so that
  /// time is looked at again soon.
  static let readyPerTurn = 256
  /// A relayed value from this size on is written from where it was read; below it, copying costs
  /// less than another part of a `writev` and a buffer that can't be used again meanwhile.
  static let sharedSliceSize = 16 << 10
  /// Bytes that may wait for a front end before it is not read any more.
  static let highWater = ProtocolLimits.queueHighWaterBytes
  /// Below so many waiting bytes a front end is read again: half, so that it does not flutter.
  static let lowWater = highWater / 2
  /// Bytes that may wait for any peer; one that is further behind has stopped reading.
  static let queue = ProtocolLimits.queueBytes
  /// Bytes of unfinished messages of all peers together; over it the largest one is skipped.
  static let unfinishedInput = ProtocolLimits.unfinishedInputBytes
  /// Bytes of an unfinished message that do not count: each connection has so much of its own.
  static let ownInput = ProtocolLimits.connectionInputBytes
  /// From the first byte of a frame to its last.
  static let frame = Duration.milliseconds(ProtocolLimits.frameMs)
  /// How often frames' deadlines are looked at: a thirtieth of what they allow.
  static let frameCheck = Duration.seconds(1)
  /// A turn that takes longer than this was not the peers' fault: the rest is given back to
  /// deadlines. Ordinary turns take less than a millisecond, a busy machine's scheduler some tens.
  static let stall = Duration.milliseconds(100)
  /// While a deadline is pending the loop looks at the clock once in so many parts of the time that
  /// is left, so that a stopped process is noticed as a stall: of no deadline more than this part
  /// is lost.
  static let looksPerDeadline = 4
  /// The shortest wait for such a look; ten or twenty a deadline, then.
  static let shortestLook = Duration.milliseconds(200)
  /// How long a connection that is closed may take to read what is queued for it.
  static let linger = Duration.seconds(5)
  /// How long the host's last words may take before it leaves.
  static let farewell = Duration.seconds(2)
  /// How long no new connection is accepted when descriptors have run out.
  static let acceptPause = Duration.milliseconds(100)
  /// How often the socket's file is looked at: cleaners of /tmp come once a day.
  static let socketCheck = Duration.seconds(10)
  /// After a plugin's end its pipes are read until nothing has come for so long: what it wrote is
  /// there already, and whoever else holds the pipes is not waited for.
  static let drainIdle = Duration.milliseconds(200)
  /// The longest reading after a plugin's end.
  static let drain = Duration.seconds(2)
  /// Between the end of a plugin's output, or of its input, and the news of its exit: usually both
  /// come together, and then the exit tells more.
  static let exitNews = Duration.milliseconds(250)
  /// Bytes of a plugin's text that are read at once: a flood must not hold up the turn.
  static let textChunk = 16 << 10
  /// Candidates up to which a search is faster than handing it to another thread and back.
  static let inlineSearch = 5000
}
