import HostProtocol
import JackfieldClient

/// `jackfield plugins`
enum PluginsCommand {
  static let command = Command(
    name: "plugins",
    summary: "List the plugins and their states",
    discussion: [
      "Each plugin has a line: its name, version and state, and the reason for the state. On a "
        + "terminal the columns are aligned below their titles; elsewhere tabs are between them."
    ],
    options: [.json] + Option.connection,
    run: run)

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let conversation = try HostAccess(arguments).open(for: console)
    let answer = try conversation.text(of: PluginList())
    guard !arguments.has(.json) else {
      try console.writeJSON(answer)
      return .success
    }
    let list: PluginList.Result = try Conversation.decoded(answer, of: .pluginList)
    try console.write(table(of: list.plugins))
    return .success
  }

  /// The plugins, one a row.
  static func table(of plugins: [PluginStatus]) -> Table {
    var table = Table(titles: ["PLUGIN", "VERSION", "STATE", "REASON"])
    table.rows = plugins.map { plugin in
      [plugin.plugin, plugin.version ?? "", plugin.state.rawValue, plugin.reason ?? ""]
    }
    return table
  }
}
