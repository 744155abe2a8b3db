import HostProtocol
import JackfieldClient
import SystemIO

/// `jackfield status`
enum StatusCommand {
  static let command = Command(
    name: "status",
    summary: "Print the state of the host",
    options: [.json] + Option.connection,
    run: run)

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let access = try HostAccess(arguments)
    let answer = try access.open(for: console).text(of: GetHostStatus())
    guard !arguments.has(.json) else {
      try console.writeJSON(answer)
      return .success
    }
    let status: HostStatus = try Conversation.decoded(answer, of: .hostStatus)
    try console.write(StatusReport(status, socket: access.launcher.socket.description).table)
    return .success
  }
}
