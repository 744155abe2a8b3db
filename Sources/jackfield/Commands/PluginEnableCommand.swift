import HostProtocol
import JSON
import SystemIO

/// `jackfield plugin enable` and `disable`
enum PluginEnableCommand {
  static let enable = Command(
    name: "plugin enable",
    summary: "Show what a plugin would run, and let it run",
    discussion: [
      "A plugin in JACKFIELD_PLUGIN_PATH or in $XDG_DATA_HOME/jackfield/plugins does not run "
        + "before it was enabled. It holds for the plugin's folder."
    ],
    positionals: [plugin],
    options: Option.connection
  ) { (arguments, console) throws(Failure) in
    let conversation = try HostAccess(arguments).open(for: console)
    let name = arguments.value(of: plugin) ?? ""
    let status: PluginStatus = try Conversation.decoded(
      conversation.text(of: GetPluginStatus(plugin: name)), of: .pluginStatus)
    try console.write(facts(of: status))
    _ = try conversation.text(of: PluginEnable(plugin: name))
    try console.write("\(name) is enabled.\n")
    return .success
  }

  static let disable = Command(
    name: "plugin disable",
    summary: "Stop a plugin, and let it run no more",
    discussion: ["It holds for the plugin's folder, until 'jackfield plugin enable'."],
    positionals: [plugin],
    options: Option.connection
  ) { (arguments, console) throws(Failure) in
    let conversation = try HostAccess(arguments).open(for: console)
    let name = arguments.value(of: plugin) ?? ""
    _ = try conversation.text(of: PluginDisable(plugin: name))
    try console.write("\(name) is disabled.\n")
    return .success
  }

  private static let plugin = Positional.required("PLUGIN", "The plugin's name.")
  /// Bytes of the largest manifest, as for the host.
  private static let manifestLimit = 1 << 20

  /// What its user should know of a plugin before it runs.
  private static func facts(of status: PluginStatus) throws(Failure) -> Table {
    let folder = status.directory ?? ""
    let manifest = try manifest(in: folder)
    var table = Table()
    table.rows.append(["folder", folder])
    table.rows.append(["command", manifest.command.map(quoted).joined(separator: " ")])
    for (name, value) in manifest.environment.sorted(by: { $0.key < $1.key }) {
      table.rows.append(["environment", "\(name)=\(value)"])
    }
    table.rows.append(["sandbox", "none: it has all your rights"])
    return table
  }

  private static func manifest(in folder: String) throws(Failure) -> Manifest {
    do {
      let text = try File.read("\(folder)/plugin.json", limit: manifestLimit)
      return try Manifest(json: JSONValue.parse(text))
    } catch {
      throw Failure(.negative, "\(folder)/plugin.json can't be used: \(error)")
    }
  }

  private static func quoted(_ argument: String) -> String {
    argument.isEmpty || argument.contains(" ") ? "'\(argument)'" : argument
  }
}
