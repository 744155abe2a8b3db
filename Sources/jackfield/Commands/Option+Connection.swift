/// The options of the commands that talk to a host.
extension Option {
  /// Which host.
  static let socket = Option.value(
    "--socket", "PATH",
    "The host's socket. Without it, host.sock in $XDG_RUNTIME_DIR/jackfield, or in "
      + "/tmp/jackfield-UID if that variable is not set.")

  /// What a host that the command starts is to find.
  static let plugins = Option.value(
    "--plugins", "DIR",
    "A folder of plugins for the host, if this command starts one. May be repeated.")

  /// Talks to a running host only.
  static let noSpawn = Option.flag("--no-spawn", "Do not start a host if none listens.")

  /// How long the user wants to wait.
  static let timeout = Option.value(
    "--timeout", "SECONDS",
    "Give up after so long, 30 if not told otherwise. 0 waits without end.")

  /// For programs.
  static let json = Option.flag("--json", "Print the whole answer as JSON.")

  /// The options of each command that may start a host.
  static let connection = [socket, plugins, noSpawn, timeout]
}
