/// Finds the command that a command line names.
struct CommandLookup {
  /// All commands, in the order in which the help lists them.
  let commands: [Command]

  /// What the first words of a command line name.
  enum Found {
    /// A command, and the arguments that follow its name.
    case command(Command, ArraySlice<String>)
    /// The first word of several commands, as `plugin` is, with the wish for help.
    case group(String)
  }

  /// The command whose name the words begin with.
  ///
  /// `words` is not empty.
  func find(_ words: ArraySlice<String>) throws(Failure) -> Found {
    let pair = words.prefix(2).joined(separator: " ")
    if words.count > 1, let command = commands.first(where: { $0.name == pair }) {
      return .command(command, words.dropFirst(2))
    }
    let word = words.first ?? ""
    if let command = commands.first(where: { $0.name == word }) {
      return .command(command, words.dropFirst())
    }
    let group = members(of: word).map(\.name)
    guard !group.isEmpty else { throw .usage(unknown(word, among: publicNames)) }
    guard let next = words.dropFirst().first else {
      let names = group.joined(separator: "', '")
      throw .usage("'\(word)' alone is no command; write one of '\(names)'")
    }
    if [Option.help.name, Option.help.short].contains(next) { return .group(word) }
    throw .usage(unknown(pair, among: group))
  }

  /// The commands whose names are `group` and a second word.
  func members(of group: String) -> [Command] {
    commands.filter { $0.name.hasPrefix(group + " ") }
  }

  private var publicNames: [String] { commands.filter { !$0.isInternal }.map(\.name) }

  private func unknown(_ name: String, among names: [String]) -> String {
    if name.hasPrefix("-") {
      return "options stand after the command, as in 'jackfield status --json', so \(name) can't "
        + "come first"
    }
    if let nearest = Suggestion.nearest(to: name, among: names) {
      return "there is no command '\(name)'; did you mean '\(nearest)'?"
    }
    return "there is no command '\(name)'; 'jackfield help' lists them"
  }
}
