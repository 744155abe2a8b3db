import SystemIO

/// The program: finds the command that the command line names, and runs it.
struct Program {
  private let lookup: CommandLookup
  private let console: Console

  /// Creates the program over `commands`.
  init(commands: [Command], console: Console) {
    lookup = CommandLookup(commands: commands)
    self.console = console
  }

  /// Runs the program on the standard streams.
  ///
  /// A stream that is closed is opened on `/dev/null`, so that no socket gets its number. That nobody
  /// reads the output any more is told by the write, not by a signal.
  static func start(_ arguments: [String]) -> ExitCode {
    do {
      try CurrentProcess.fillStandardDescriptors()
      try Signal.brokenPipe.ignore()
    } catch {
      return .inputOutput
    }
    return Program(commands: Command.all, console: Console()).run(arguments)
  }

  /// Does what `arguments`, which begin with the program's own name, ask for.
  ///
  /// Whatever goes wrong is told in one sentence on standard error.
  func run(_ arguments: [String]) -> ExitCode {
    var name = "jackfield"
    do throws(Failure) {
      let code = try dispatch(arguments.dropFirst(), name: &name)
      try console.flush()
      return code
    } catch {
      console.report(error.message, from: name)
      return error.code
    }
  }

  private func dispatch(
    _ words: ArraySlice<String>, name: inout String
  ) throws(Failure) -> ExitCode {
    switch words.first {
    case nil, Option.help.name, Option.help.short:
      try console.write(HelpText.program(commands: lookup.commands))
      return .success
    case Option.version.name:
      try console.write(ProductVersion.text)
      return .success
    default: return try run(lookup.find(words), name: &name)
    }
  }

  private func run(
    _ found: CommandLookup.Found, name: inout String
  ) throws(Failure) -> ExitCode {
    switch found {
    case .group(let group):
      try console.write(HelpText.group(group, commands: lookup.members(of: group)))
      return .success
    case .command(let command, let rest):
      name += " " + command.name
      let arguments = try ArgumentParser.parse(rest, of: command)
      guard !arguments.has(.help) else {
        try console.write(HelpText.command(command))
        return .success
      }
      return try command.run(arguments, console)
    }
  }
}
