import SystemIO

/// What a host has given to the process of a plugin.
enum PluginStreams {
  /// Why `JACKFIELD_FD` can't be used.
  struct UnusableDescriptor: Error, CustomStringConvertible {
    let value: String

    var description: String { "JACKFIELD_FD is '\(value)', which is not the number of a socket" }
  }

  /// The variable that names the descriptor of the `fd` transport.
  private static let variable = "JACKFIELD_FD"

  /// Takes over what carries the messages, and leaves nothing to print into them by accident.
  static func take() throws -> MessageChannel {
    try CurrentProcess.fillStandardDescriptors()
    if let value = CurrentProcess.variable(variable) { return try take(value) }
    let streams = try StandardStreams.take(leaving: .standardError)
    let input = streams.input
    return MessageChannel(input: input, output: streams.output)
  }

  /// Whoever is started from here must neither know nor hold the descriptor.
  private static func take(_ value: String) throws -> MessageChannel {
    guard let number = Int32(value), number > 2, isSocket(number) else {
      throw UnusableDescriptor(value: value)
    }
    CurrentProcess.removeVariable(variable)
    try Descriptor.setCloseOnExec(number)
    try StandardStreams.printToStandardError()
    return try MessageChannel(socket: Descriptor(owning: number))
  }

  private static func isSocket(_ number: Int32) -> Bool {
    do {
      return try FileStatus(ofDescriptor: number).kind == .socket
    } catch {
      return false
    }
  }
}
