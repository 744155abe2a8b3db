import SystemIO

/// Finds the program of a manifest's command. There is no shell: a command is an argument vector.
///
/// `~/` at the start of the first element is the home folder. With a slash the path is relative to
/// the plugin's folder; without one the name is looked up in PATH, where empty and relative
/// elements are skipped: they would mean whatever folder the host happens to be in.
struct CommandResolution {
  /// The plugin's folder.
  let directory: String
  /// The plugin's PATH.
  let searchPath: String
  /// The user's home folder.
  let home: String?

  /// The absolute path of the program.
  func program(of command: [String]) throws(SpawnFailure) -> String {
    guard let first = command.first, !first.isEmpty else {
      throw SpawnFailure(reason: "the command is empty")
    }
    if let element = command.first(where: { $0.utf8.contains(0) }) {
      let shown = element.replacing("\0", with: "\\u0000")
      throw SpawnFailure(reason: "the command's element '\(shown)' contains a NUL character")
    }
    if let path = path(of: first) {
      guard exists(path) else {
        throw SpawnFailure(reason: "'\(path)' does not exist" + hint(for: command))
      }
      return path
    }
    if let found = lookUp(first) { return found }
    throw SpawnFailure(reason: "'\(first)' was not found in \(searched)" + hint(for: command))
  }

  /// The path that an element with a slash means; nil for a bare name.
  private func path(of element: String) -> String? {
    if element.hasPrefix("~/"), let home { return home + element.dropFirst(1) }
    guard element.contains("/") else { return nil }
    if element.hasPrefix("/") { return element }
    return "\(directory)/\(element.hasPrefix("./") ? element.dropFirst(2) : element[...])"
  }

  private func lookUp(_ name: String) -> String? {
    searchDirectories.lazy.map { "\($0)/\(name)" }.first { isProgram($0) }
  }

  private var searchDirectories: [String] {
    searchPath.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  private var searched: String {
    let directories = searchDirectories
    let elements = searchPath.split(separator: ":", omittingEmptySubsequences: false).count
    let list = directories.isEmpty ? "an empty PATH" : directories.joined(separator: ", ")
    guard !searchPath.isEmpty, elements > directories.count else { return list }
    return "\(list) (empty and relative elements of PATH are skipped)"
  }

  private func exists(_ path: String) -> Bool {
    kind(of: path) != nil
  }

  private func isProgram(_ path: String) -> Bool {
    kind(of: path) == .regular && File.mayExecute(path)
  }

  private func kind(of path: String) -> FileStatus.Kind? {
    do {
      return try FileStatus(following: path).kind
    } catch {
      // What can't be looked at can't be started either.
      return nil
    }
  }

  /// What a command in one string was meant to be: the longest beginning that names a program, and
  /// the rest cut at blanks.
  private func hint(for command: [String]) -> String {
    guard let first = command.first, first.contains(" ") else { return "" }
    let words = first.split(separator: " ").map(String.init)
    let programs = (1..<words.count).reversed().lazy.map { words[..<$0].joined(separator: " ") }
    let program = programs.first { path(of: $0).map(exists) ?? (lookUp($0) != nil) } ?? words[0]
    let count = program.split(separator: " ").count
    let vector = ([program] + words.dropFirst(count) + command.dropFirst()).map { "\"\($0)\"" }
    return "; did you mean command=[\(vector.joined(separator: ", "))]?"
  }
}
