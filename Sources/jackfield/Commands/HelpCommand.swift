/// `jackfield help`
enum HelpCommand {
  static let command = Command(
    name: "help",
    summary: "Tell how to use a command",
    positionals: [name, word],
    examples: [
      .init(line: "jackfield help complete", meaning: "Tells how to ask a source."),
      .init(line: "jackfield help", meaning: "Lists the commands, exit codes and variables."),
    ]
  ) { (arguments, console) throws(Failure) in
    try console.write(text(for: [name, word].compactMap(arguments.value(of:))))
    return .success
  }

  private static let name = Positional.optional("COMMAND", "What to tell about.")
  private static let word = Positional.optional(
    "WORD", "The second word of its name, as in 'plugin start'.")

  private static func text(for words: [String]) throws(Failure) -> String {
    guard let first = words.first else { return HelpText.program(commands: Command.all) }
    let lookup = CommandLookup(commands: Command.all)
    let group = lookup.members(of: first)
    if words.count == 1, !group.isEmpty { return HelpText.group(first, commands: group) }
    guard case .command(let command, let rest) = try lookup.find(words[...]), rest.isEmpty else {
      throw .usage("there is no command '\(words.joined(separator: " "))'")
    }
    return HelpText.command(command)
  }
}
