extension Command {
  /// All commands, in the order in which the help lists them.
  static let all: [Command] = [
    CallCommand.command, CompleteCommand.command, MatchCommand.command, AskCommand.command,
    ConnectCommand.command,
    PluginsCommand.command,
    PluginCommand.start, PluginCommand.stop, PluginCommand.restart, PluginEnableCommand.enable,
    PluginEnableCommand.disable, LogCommand.command,
    StatusCommand.command, StopCommand.command, ServeCommand.command, ConformanceCommand.host,
    HelpCommand.command, GuardCommand.command,
  ]
}
