import HostProtocol
import JackfieldClient

/// `jackfield log`
enum LogCommand {
  static let command = Command(
    name: "log",
    summary: "Print the last lines that a plugin has logged",
    discussion: [
      "A plugin logs with log/message, by standard error, and by what it prints by accident."
    ],
    positionals: [plugin],
    options: [lines, .json] + Option.connection,
    examples: [
      .init(
        line: "jackfield log --lines 20 people",
        meaning: "Prints the last twenty lines of the plugin people.")
    ],
    run: run)

  private static let plugin = Positional.required("PLUGIN", "The plugin's name.")
  private static let lines = Option.value(
    "--lines", "N", "Print at most N lines, 100 if not told otherwise.")

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let count = try arguments.integer(of: lines, in: 1...ProtocolLimits.logLines)
    let conversation = try HostAccess(arguments).open(for: console)
    let request = PluginLog(plugin: arguments.value(of: plugin) ?? "", lines: count ?? usualCount)
    let answer = try conversation.text(of: request)
    guard !arguments.has(.json) else {
      try console.writeJSON(answer)
      return .success
    }
    let log: PluginLog.Result = try Conversation.decoded(answer, of: .pluginLog)
    for line in log.lines {
      let text = console.outputIsTerminal ? TerminalText.safe(line.text) : line.text
      try console.write(text + "\n")
    }
    return .success
  }

  /// Lines that are printed if nobody says how many: some screens, as the host's own default.
  private static let usualCount = 100
}
