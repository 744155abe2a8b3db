import Matching
import SystemIO

/// `jackfield match`
enum MatchCommand {
  static let command = Command(
    name: "match",
    summary: "Print the lines of standard input that match, best first",
    discussion: [
      "The lines are compared by the host's own matcher; no host is needed. Lines that match "
        + "equally well keep their order. A line that is not UTF-8 takes part too, and is printed "
        + "as it came.",
      "If nothing matches, the exit code is 1.",
    ],
    options: [query, mode, limit],
    examples: [
      .init(
        line: "find /usr | jackfield match --query usrlib --limit 20",
        meaning: "Prints the twenty best paths."),
      .init(
        line: "jackfield match --mode exact --query strasse < words",
        meaning: "Prints the lines that are this word, in upper or lower case, also Straße."),
    ],
    run: run)

  private static let query = Option.value(
    "--query", "Q", "What to look for. The empty query matches every line.")
  private static let mode = Option.value(
    "--mode", "MODE",
    "How to compare: fuzzy (the letters in this order, the usual way), prefix, contains or exact.")
  private static let limit = Option.value(
    "--limit", "N", "Print at most N lines. Without it, all that match.")

  /// The values of `--mode`.
  private enum Mode: String, CaseIterable {
    case fuzzy, prefix, contains, exact

    var option: MatchOptions.Mode {
      switch self {
      case .fuzzy: .fuzzy
      case .prefix: .prefix
      case .contains: .contains
      case .exact: .exact
      }
    }
  }

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    guard let text = arguments.value(of: query) else {
      throw .usage("--query is missing; write '\(command.usage)' with --query Q")
    }
    let mode = try arguments.choice(of: mode, as: Mode.self) ?? .fuzzy
    let limit = try arguments.integer(of: limit, in: 1...Int(Int32.max)) ?? .max
    let query = Query(text, options: MatchOptions(mode: mode.option))
    let lines = try LineInput.readAll()
    let matches = LineSearch(for: query, in: lines, limit: limit).matches()
    for match in matches {
      try console.write(line(lines.line(match.candidate), matched: query, for: console))
    }
    return matches.isEmpty ? .negative : .success
  }

  /// A line as it came; on a terminal made harmless, and with what matched in bold.
  private static func line(_ line: [UInt8], matched query: Query, for console: Console) -> [UInt8] {
    guard console.outputIsTerminal else { return line + [0x0A] }
    let text = String(decoding: line, as: UTF8.self)
    let marked = MarkedText(text, ranges: console.usesBold ? query.ranges(in: text) : [])
    return Array(marked.bold.utf8) + [0x0A]
  }
}
