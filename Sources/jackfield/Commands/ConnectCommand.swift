import JackfieldClient
import SystemIO

/// `jackfield connect`
enum ConnectCommand {
  static let command = Command(
    name: "connect",
    summary: "Connect standard input and output to the host",
    discussion: [
      "Whatever comes on standard input goes to the host, and what the host says goes to standard "
        + "output, byte for byte: for trying the protocol by hand, and for programs that can't "
        + "open a Unix socket. The first message is initialize.",
      "At the end of input the host answers what is open; then the command ends.",
    ],
    positionals: [],
    options: [.socket, .plugins, .noSpawn],
    examples: [
      .init(
        line: #"echo '{"id": 1, "method": "ping"}' | jackfield connect"#,
        meaning: #"Prints {"jsonrpc":"2.0","id":1,"result":{}}."#),
      .init(line: "jackfield connect", meaning: "Sends what is typed, a message a line."),
    ],
    run: run)

  /// Bytes that are copied at a time: one pipe's worth.
  private static let chunkSize = 64 * 1024
  /// A thread that only copies bytes needs little more than its buffer.
  private static let stackSize = 256 * 1024

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let access = try HostAccess(arguments)
    let socket: Descriptor
    do {
      socket = try access.mayStart ? access.launcher.connectOrStart() : access.launcher.connect()
    } catch {
      throw Failure(.unavailable(error))
    }
    // Two directions that do not wait for each other: a host that is not read from may stop reading.
    let number = socket.number
    do {
      try Thread.start(stackSize: stackSize) { sendInput(to: number) }
    } catch {
      throw Failure(.inputOutput, "the input can't be read: \(error)")
    }
    try printOutput(of: number, on: console)
    return .success
  }

  /// Copies standard input to the host, and tells it the end.
  private static func sendInput(to number: Int32) {
    defer { UnixSocket.endOutput(of: number) }
    do {
      let socket = try Descriptor.duplicate(of: number)
      try withUnsafeTemporaryAllocation(byteCount: chunkSize, alignment: 16) {
        buffer throws(SystemError) in
        while case .bytes(let count) = try Descriptor.read(0, into: buffer) {
          try send(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: socket)
        }
      }
    } catch {
      // A host that is gone is told by the other direction.
      guard error.call == "read" else { return }
      StandardError.write("jackfield connect: standard input can't be read: \(error.code).\n")
    }
  }

  private static func send(
    _ bytes: UnsafeRawBufferPointer, to socket: borrowing Descriptor
  ) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      guard case .bytes(let count) = try socket.send(rest) else { continue }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func printOutput(of socket: Int32, on console: Console) throws(Failure) {
    var failure: Failure?
    do throws(SystemError) {
      try withUnsafeTemporaryAllocation(byteCount: chunkSize, alignment: 16) {
        buffer throws(SystemError) in
        while failure == nil, case .bytes(let count) = try Descriptor.read(socket, into: buffer) {
          do throws(Failure) {
            try console.write(Array(buffer[..<count]))
            try console.flush()
          } catch {
            failure = error
          }
        }
      }
    } catch {
      guard error.code != .connectionReset else { return }
      throw Failure(.unreachable, "the host can't be read from: \(error)")
    }
    if let failure { throw failure }
  }
}
