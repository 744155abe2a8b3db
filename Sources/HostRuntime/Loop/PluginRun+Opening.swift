import HostCore
import JSONRPC
import SystemIO

extension PluginRun {
  /// Opens the pipes or sockets of a process that is to be started. The host's ends do not block;
  /// the process' ends do, as programs expect of their streams.
  static func open(
    _ id: RunID, _ request: SpawnRequest, program: String, slot: Int, decoder: FrameDecoder,
    pool: OutputPool
  ) throws(SystemError) -> PluginRun {
    let output = try Pipe()
    let error = try Pipe()
    try Descriptor.setNonBlocking(output.reading.number)
    try Descriptor.setNonBlocking(error.reading.number)
    let errorText = TextStream(stream: .standardError, descriptor: error.reading)
    switch request.transport {
    case .stdio:
      let input = try Pipe()
      try Descriptor.setNonBlocking(input.writing.number)
      let channel = Channel(
        peer: .plugin(id), slot: slot, input: output.reading, output: input.writing,
        decoder: decoder, pool: pool)
      let ends = [
        input.reading.release(), output.writing.release(), error.writing.release(),
      ]
      return PluginRun(
        id: id, name: request.plugin, program: program, channel: channel, texts: [errorText],
        childEnds: DescriptorList(owning: ends), given: [true, true, true])
    case .descriptor:
      let pair = try SocketPair()
      try Descriptor.setNonBlocking(pair.first.number)
      let channel = Channel(
        peer: .plugin(id), slot: slot, socket: pair.first, decoder: decoder, pool: pool)
      let outputText = TextStream(stream: .standardOutput, descriptor: output.reading)
      let ends = [output.writing.release(), error.writing.release(), pair.second.release()]
      return PluginRun(
        id: id, name: request.plugin, program: program, channel: channel,
        texts: [errorText, outputText], childEnds: DescriptorList(owning: ends),
        given: [false, true, true, true])
    }
  }
}
