import HostCore
import JSONRPC
import SystemIO

/// One process of a plugin, from its spawn until all that it wrote has been read.
final class PluginRun {
  let id: RunID
  let name: String
  /// The program, for the sentence when it can't be started.
  let program: String
  let channel: Channel
  /// The process' ends of the pipes, until they are on their way to the guard.
  var childEnds: DescriptorList?
  /// Which of its descriptors 0, 1, 2, .. the process gets; the others are `/dev/null`.
  let given: [Bool]
  /// Standard error, and standard output where that carries no messages.
  let texts: [TextStream]
  /// How it ended; nil while it runs.
  var exit: ProcessExit?
  /// When the reading after its end stops, whatever still comes.
  var drainEnd: Instant?
  /// When the reading after its end stops, since nothing came.
  var drainIdleEnd: Instant?
  /// When the end of its messages, or of its willingness to read, is told, if its exit does not
  /// come first.
  var outputEndNews: Instant?
  var inputEndNews: Instant?
  /// Whether the end of its willingness to read has been noted.
  var isInputEndNoted = false
  /// The message that its output ended in.
  var outputFault: DecodingFault?

  init(
    id: RunID, name: String, program: String, channel: Channel, texts: [TextStream],
    childEnds: consuming DescriptorList, given: [Bool]
  ) {
    self.id = id
    self.name = name
    self.program = program
    self.channel = channel
    self.texts = texts
    self.childEnds = consume childEnds
    self.given = given
  }

  /// Whether everything that it could write has ended.
  var isSilent: Bool {
    channel.isInputOver && texts.allSatisfy { $0.descriptor == nil }
  }

  /// The next time at which something is to be decided.
  var nextDeadline: Instant? {
    [drainEnd, drainIdleEnd, outputEndNews, inputEndNews].compactMap { $0 }.min()
  }
}

/// A stream of text that is a plugin's log.
final class TextStream {
  let stream: OutputLine.Stream
  /// Where the text comes from; nil once it has ended.
  var descriptor: Descriptor?
  /// What epoll waits for.
  var interest: Epoll.Readiness?
  var splitter = LineSplitter()

  init(stream: OutputLine.Stream, descriptor: consuming Descriptor) {
    self.stream = stream
    self.descriptor = consume descriptor
  }
}
