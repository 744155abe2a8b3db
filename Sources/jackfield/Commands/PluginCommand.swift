import HostProtocol
import JackfieldClient

/// `jackfield plugin start`, `stop` and `restart`
enum PluginCommand {
  static let start = Command(
    name: "plugin start",
    summary: "Start a plugin, and wait until it is ready",
    discussion: ["A plugin is also started by itself when it is first needed."],
    positionals: [plugin],
    options: [.json] + Option.connection
  ) { (arguments, console) throws(Failure) in
    try run(.pluginStart, arguments, console)
  }

  static let stop = Command(
    name: "plugin stop",
    summary: "Stop a plugin, and wait until its process is gone",
    discussion: ["It is started again when it is next needed."],
    positionals: [plugin],
    options: [force, .json] + Option.connection
  ) { (arguments, console) throws(Failure) in
    try run(.pluginStop, arguments, console)
  }

  static let restart = Command(
    name: "plugin restart",
    summary: "Stop a plugin if it runs, and start it",
    discussion: ["This also starts a plugin that crashed too often to be started by itself."],
    positionals: [plugin],
    options: [force, .json] + Option.connection
  ) { (arguments, console) throws(Failure) in
    try run(.pluginRestart, arguments, console)
  }

  private static let plugin = Positional.required("PLUGIN", "The plugin's name.")
  private static let force = Option.flag(
    "--force", "Kill its process at once instead of asking it to leave.")

  /// The states in which a plugin that was to be started has been, or won't be.
  private static let startEnds: Set<PluginState> = [
    .ready, .backoff, .quarantined, .disabled, .invalid,
  ]
  /// The states in which a plugin has no process and gets none.
  private static let stopEnds: Set<PluginState> = [
    .discovered, .stopped, .quarantined, .disabled, .invalid,
  ]

  private static func run(
    _ method: Method, _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let conversation = try HostAccess(arguments).open(for: console)
    let name = arguments.value(of: plugin) ?? ""
    let isForced = arguments.has(force)
    let watch = try PluginWatch(name, in: conversation)
    let answer =
      switch method {
      case .pluginStop:
        try watch.status(after: PluginStop(plugin: name, force: isForced), settled: stopEnds)
      case .pluginRestart:
        try watch.status(after: PluginRestart(plugin: name, force: isForced), settled: startEnds)
      default: try watch.status(after: PluginStart(plugin: name), settled: startEnds)
      }
    let status: PluginStatus = try Conversation.decoded(answer, of: .pluginStatus)
    if arguments.has(.json) {
      try console.writeJSON(answer)
    } else {
      try console.write(PluginsCommand.table(of: [status]))
    }
    return method == .pluginStop || status.state == .ready ? .success : .negative
  }
}
