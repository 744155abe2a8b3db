/// The part of an environment that is passed on to plugins and to a host started on demand.
///
/// An allow-list: what a shell keeps in its environment (tokens, agents' sockets, loader settings)
/// is nobody's business but its own.
public struct ScrubbedEnvironment: Equatable, Sendable {
  /// The variables by name.
  public private(set) var variables: [String: String]

  /// Names that are passed on.
  private static let names: Set<String> = [
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "TMPDIR", "TZ",
  ]
  /// Beginnings of names that are passed on.
  private static let prefixes = ["LC_", "XDG_"]

  /// Keeps what may be passed on of `environment` (`NAME=value`).
  public init(_ environment: [String] = CurrentProcess.environment) {
    variables = [:]
    for entry in environment {
      guard let equals = entry.firstIndex(of: "=") else { continue }
      let name = String(entry[..<equals])
      guard Self.names.contains(name) || Self.prefixes.contains(where: name.hasPrefix) else {
        continue
      }
      variables[name] = String(entry[entry.index(after: equals)...])
    }
  }

  /// Sets a variable.
  public mutating func set(_ name: String, to value: String) {
    variables[name] = value
  }

  /// Makes texts UTF-8 where no locale asks for it: some runtimes take the encoding of their
  /// standard streams from the locale, and the protocol is UTF-8.
  public mutating func ensureUTF8() {
    // The first that is set decides, as in setlocale.
    let settings = ["LC_ALL", "LC_CTYPE", "LANG"].map { variables[$0] ?? "" }
    let name = settings.first { !$0.isEmpty }?.lowercased() ?? ""
    guard !name.hasSuffix("utf-8"), !name.hasSuffix("utf8") else { return }
    variables["LC_ALL"] = nil
    variables["LC_CTYPE"] = nil
    variables["LANG"] = "C.UTF-8"
    variables["PYTHONUTF8"] = "1"
  }

  /// The variables as `NAME=value`, sorted by name.
  public var entries: [String] {
    variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
