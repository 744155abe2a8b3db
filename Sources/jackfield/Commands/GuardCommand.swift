import HostRuntime

/// `jackfield guard`: the plugins' parent, started by a host and by nobody else.
enum GuardCommand {
  static let command = Command(
    name: "guard",
    summary: "Supervise the plugins of the host that starts this",
    positionals: [openFiles],
    isInternal: true
  ) { (arguments, console) throws(Failure) in
    ExitCode(value: Guard.run(arguments: arguments.value(of: openFiles).map { [$0] } ?? []))
  }

  private static let openFiles = Positional.optional("FILES", "How many files plugins may open.")
}
