/// A command of the program: what it is called, how it is used, and what it does.
///
/// The parser, the help texts and the list of commands are all made from this declaration.
struct Command: Sendable {
  /// A command line to learn from.
  struct Example: Sendable {
    /// What to type.
    let line: String
    /// What it does.
    let meaning: String
  }

  /// The name after `jackfield`: one word, or two as in `plugin start`.
  let name: String
  /// What it does, as a command in a few words: `Print the state of the host`.
  let summary: String
  /// More about it, a paragraph an element.
  let discussion: [String]
  /// The arguments known by their place, in order.
  let positionals: [Positional]
  /// The options of this command, `--help` among them.
  let options: [Option]
  /// Command lines to learn from.
  let examples: [Example]
  /// Whether people never type it, so that lists leave it out.
  let isInternal: Bool
  /// Does it.
  let run: @Sendable (ParsedArguments, Console) throws(Failure) -> ExitCode

  /// Declares a command; `--help` is added to its options.
  init(
    name: String, summary: String, discussion: [String] = [], positionals: [Positional] = [],
    options: [Option] = [], examples: [Example] = [], isInternal: Bool = false,
    run: @escaping @Sendable (ParsedArguments, Console) throws(Failure) -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options + [.help]
    self.examples = examples
    self.isInternal = isInternal
    self.run = run
  }

  /// The shortest form of its command line: `jackfield complete [OPTIONS] SOURCE TEXT`.
  var usage: String {
    let hasOptions = options.contains { $0 != .help }
    let parts = ["jackfield", name] + (hasOptions ? ["[OPTIONS]"] : [])
    return (parts + positionals.map(\.usage)).joined(separator: " ")
  }
}

extension Option {
  /// Shows the help of a command instead of running it.
  static let help = Option.flag("--help", short: "-h", "Print this help.")

  /// Shows which program this is; it stands in the place of a command.
  static let version = Option.flag("--version", "Print the version, the build and the protocol.")
}
