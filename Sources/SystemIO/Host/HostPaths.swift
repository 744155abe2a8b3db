/// Where the host keeps its files and where its socket is; the same rules for hosts and their
/// clients.
public struct HostPaths: Equatable, Sendable {
  /// The private folder of the socket and the lock: `$XDG_RUNTIME_DIR/jackfield`, else
  /// `/tmp/jackfield-UID`.
  public let runtimeDirectory: String
  /// What users install and plugins keep: `$XDG_DATA_HOME/jackfield`, default
  /// `~/.local/share/jackfield`.
  public let dataDirectory: String
  /// What the user decided: `$XDG_CONFIG_HOME/jackfield`, default `~/.config/jackfield`.
  public let configurationDirectory: String
  /// What can be made again: `$XDG_CACHE_HOME/jackfield`, default `~/.cache/jackfield`.
  public let cacheDirectory: String
  /// What the host remembers: `$XDG_STATE_HOME/jackfield`, default `~/.local/state/jackfield`.
  public let stateDirectory: String
  /// Log files: `$XDG_STATE_HOME/jackfield/log`, default `~/.local/state/jackfield/log`.
  public let logDirectory: String

  /// Works the folders out from the environment.
  ///
  /// - Parameters:
  ///   - variable: Looks a variable up; nil for one that is unset or empty. Relative paths are
  ///     ignored.
  ///   - home: The user's home folder; without one everything is in the runtime folder.
  ///   - user: The user's id.
  public init(
    variable: (String) -> String? = CurrentProcess.variable, home: String? = CurrentProcess.home,
    user: UInt32 = CurrentProcess.user
  ) {
    func folder(_ name: String) -> String? {
      guard let value = variable(name), value.hasPrefix("/") else { return nil }
      return value.count > 1 && value.hasSuffix("/") ? String(value.dropLast()) : value
    }
    let runtime = folder("XDG_RUNTIME_DIR").map { "\($0)/jackfield" } ?? "/tmp/jackfield-\(user)"
    func inHome(_ name: String, _ fallback: String) -> String {
      (folder(name) ?? "\(home ?? "\(runtime)/home")/\(fallback)") + "/jackfield"
    }
    runtimeDirectory = runtime
    dataDirectory = inHome("XDG_DATA_HOME", ".local/share")
    configurationDirectory = inHome("XDG_CONFIG_HOME", ".config")
    cacheDirectory = inHome("XDG_CACHE_HOME", ".cache")
    stateDirectory = inHome("XDG_STATE_HOME", ".local/state")
    logDirectory = stateDirectory + "/log"
  }

  /// The path of the host's socket.
  public var socket: String { "\(runtimeDirectory)/host.sock" }

  /// The path of the lock that goes with a socket; the file is never removed.
  public static func lock(ofSocket path: String) -> String { "\(path).lock" }
}
