import JSONRPC
import SystemIO

/// A host that was started to speak over its standard streams, one process for one connection.
final class HostProcess {
  private let process: Int32
  private let patience: Duration

  private init(process: Int32, patience: Duration) {
    self.process = process
    self.patience = patience
  }

  /// Starts `command` with one end of a socket as its standard input and output; its standard error
  /// stays this process's. It has `patience` to leave once the connection is closed.
  static func start(
    _ command: [String], framing: Framing, patience: Duration
  ) throws(SystemError) -> Connection {
    let pair = try SocketPair()
    let launch = ProcessLaunch(
      path: try path(of: command.first ?? ""), arguments: command,
      environment: CurrentProcess.environment)
    let process = try launch.start(
      descriptors: [pair.second.number, pair.second.number, 2])
    let host = HostProcess(process: process, patience: patience)
    return try Connection(pair.first, framing: framing, process: host)
  }

  /// Waits for the process, whose connection has been closed; one that stays is killed.
  ///
  /// - Returns: Whether it left by itself.
  func end() -> Bool {
    defer {
      ChildProcess.signalGroup(ledBy: process, .kill)
      _ = ChildProcess.awaitExit(of: process)
    }
    do {
      let exit = try ProcessDescriptor(of: process)
      let epoll = try Epoll(capacity: 1)
      try epoll.add(exit.number, for: .readable, token: 0)
      let deadline = Deadline(after: patience)
      while let remaining = deadline.remaining {
        if try epoll.wait(timeout: remaining) > 0 { return true }
      }
    } catch {
      // Without a way to wait for it the process is ended now.
    }
    return false
  }

  /// The program's file: what has a slash is a path, anything else is looked up in `PATH`.
  private static func path(of program: String) throws(SystemError) -> String {
    guard !program.contains("/") else { return program }
    let folders = (CurrentProcess.variable("PATH") ?? "").split(separator: ":")
    let candidates = folders.map { "\($0)/\(program)" }
    guard let found = candidates.first(where: File.mayExecute) else {
      throw SystemError(.notFound, call: "exec", subject: program)
    }
    return found
  }
}
