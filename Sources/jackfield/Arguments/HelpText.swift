/// Writes the help of the program and of its commands from their declarations.
struct HelpText {
  /// Columns of a line: what every terminal and mail has.
  private static let width = 80
  /// The widest term of a list that still has its explanation on the same line.
  private static let widestTerm = 20

  private var text = ""

  /// The help of one command.
  static func command(_ command: Command) -> String {
    var help = HelpText()
    help.line("Usage: \(command.usage)")
    help.paragraph(command.summary + ".")
    for paragraph in command.discussion { help.paragraph(paragraph) }
    help.list("Arguments", command.positionals.map { ($0.name, $0.help) })
    help.list("Options", command.options.map { ($0.usage, $0.help) })
    help.examples(command.examples)
    return help.text
  }

  /// The help of the program.
  static func program(commands: [Command]) -> String {
    var help = HelpText()
    help.line("Usage: jackfield COMMAND [OPTIONS] [ARGUMENTS]")
    help.paragraph(
      "Jackfield runs plugins written in any language and lets any number of front ends use what "
        + "they provide.")
    help.list("Commands", commands.filter { !$0.isInternal }.map { ($0.name, $0.summary + ".") })
    help.list("Options", [Option.version, .help].map { ($0.usage, $0.help) })
    help.list(
      "Exit codes", ExitCode.documented.map { (String($0.code.value), $0.meaning) })
    help.list("Environment", environment)
    help.paragraph("'jackfield help COMMAND' tells more about one of the commands.")
    return help.text
  }

  /// The help of the commands that begin with the same word.
  static func group(_ name: String, commands: [Command]) -> String {
    var help = HelpText()
    help.line("Usage: jackfield \(name) COMMAND [OPTIONS] [ARGUMENTS]")
    help.list("Commands", commands.map { ($0.name, $0.summary + ".") })
    help.paragraph("'jackfield help \(name) COMMAND' tells more about one of the commands.")
    return help.text
  }

  private static let environment: [(String, String)] = [
    ("XDG_RUNTIME_DIR", "The folder above jackfield/host.sock, the host's usual socket."),
    ("XDG_DATA_HOME", "The folder above jackfield/plugins, the plugins of this user."),
    ("JACKFIELD_PLUGIN_PATH", "More folders of plugins, with colons between them."),
    ("JACKFIELD_LEARN", "If off, the host does not learn from what is chosen."),
    ("NO_COLOR", "If set and not empty, nothing is printed bold or in colour."),
  ]
}

// MARK: - Layout

extension HelpText {
  private mutating func line(_ line: String) { text += line + "\n" }

  private mutating func paragraph(_ paragraph: String) {
    line("")
    for wrapped in Self.wrapped(paragraph, to: Self.width) { line(wrapped) }
  }

  /// Terms and their explanations, side by side; nothing for an empty list.
  private mutating func list(_ title: String, _ entries: [(term: String, explanation: String)]) {
    guard !entries.isEmpty else { return }
    line("\n\(title):")
    let widths = entries.map(\.term.count).filter { $0 <= Self.widestTerm }
    let indentation = 2 + (widths.max() ?? Self.widestTerm) + 2
    for (term, explanation) in entries {
      var start = "  " + term
      if start.count + 2 > indentation {
        line(start)
        start = ""
      }
      for wrapped in Self.wrapped(explanation, to: Self.width - indentation) {
        line(Self.padded(start, to: indentation) + wrapped)
        start = ""
      }
    }
  }

  private mutating func examples(_ examples: [Command.Example]) {
    guard !examples.isEmpty else { return }
    line("\nExamples:")
    for example in examples {
      line("  \(example.line)")
      for wrapped in Self.wrapped(example.meaning, to: Self.width - 6) { line("      " + wrapped) }
    }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
