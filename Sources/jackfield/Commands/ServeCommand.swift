import HostCore
import HostProtocol
import HostRuntime
import SystemIO

/// `jackfield serve`
enum ServeCommand {
  static let command = Command(
    name: "serve",
    summary: "Run a host",
    discussion: [
      "The host listens on its socket until 'jackfield stop', SIGTERM or Control-C ends it. With "
        + "--stdio it serves one front end on its standard streams instead, and ends with it. "
        + "Other commands start a host by themselves, so there is seldom a need for this one.",
      "Plugins are looked for in the folders named by --plugins, in those of "
        + "JACKFIELD_PLUGIN_PATH, in $XDG_DATA_HOME/jackfield/plugins and in "
        + "/usr/share/jackfield/plugins. Of two plugins with the same name the first one found "
        + "wins.",
    ],
    options: [.socket, plugins, stdio],
    examples: [
      .init(
        line: "jackfield serve --plugins Plugins",
        meaning: "Serves the plugins in the folder Plugins, and those of the user and the system."
      )
    ],
    run: run)

  private static let plugins = Option.value(
    "--plugins", "DIR", "A folder of plugins, to be searched first. May be repeated.")
  private static let stdio = Option.flag(
    "--stdio", "Serve one front end on standard input and output.")

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let usesStandardStreams = arguments.has(stdio)
    guard !usesStandardStreams || arguments.value(of: .socket) == nil else {
      throw .usage("--stdio and --socket exclude each other; write one of them")
    }
    var runtime = ServeConfiguration()
    runtime.usesStandardStreams = usesStandardStreams
    runtime.socketPath = try arguments.value(of: .socket).map(HostAccess.absolute)
    runtime.pluginDirectories = arguments.values(of: plugins)
    let core = configuration(endsWithFrontEnd: usesStandardStreams)
    let code = HostRuntime.serve(runtime, core: core)
    return code == 0 ? .success : .unreachable
  }

  private static func configuration(endsWithFrontEnd: Bool) -> HostConfiguration {
    var core = HostConfiguration(
      version: ProductVersion.number, build: BuildID.current, processID: CurrentProcess.id)
    core.endsWithFrontEnd = endsWithFrontEnd
    // The notice is there only until the host takes it.
    core.isOnDemand = StartNotice.isAwaited
    core.locale = UserLocale.tag(variable: CurrentProcess.variable)
    core.seed = Clock.wall
    return core
  }
}
