import SystemIO

/// `jackfield stop`
enum StopCommand {
  static let command = Command(
    name: "stop",
    summary: "Stop the host, and wait until it is gone",
    discussion: [
      "A host of any version is stopped: one that does not understand is sent a signal, if it "
        + "belongs to this user. Where no host listens, there is nothing to do, and the exit code "
        + "is 0."
    ],
    options: [.socket, .timeout],
    run: run)

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let access = try HostAccess(arguments)
    guard try HostStopper(access.launcher, until: access.deadline).stop() else {
      try console.write("No host listens on '\(access.launcher.socket)'.\n")
      return .success
    }
    return .success
  }
}
