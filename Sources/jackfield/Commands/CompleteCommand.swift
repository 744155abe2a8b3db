import HostProtocol
import JackfieldClient

/// `jackfield complete`
enum CompleteCommand {
  static let command = Command(
    name: "complete",
    summary: "Print what a source completes a text to",
    discussion: [
      "Each match has a line, the best first: its text and, behind it, its subtitle. On a terminal "
        + "the matched letters are bold and the subtitles stand below each other; elsewhere a tab "
        + "is between the two.",
      "If nothing matches, the exit code is 1.",
    ],
    positionals: [source, text],
    options: [limit, .json] + Option.connection,
    examples: [
      .init(
        line: "jackfield complete people/people Jo",
        meaning: "Prints the persons whose names match Jo."),
      .init(
        line: "jackfield complete --limit 1 --json people/people Jo",
        meaning: "Prints the best match with all that the host tells about it."),
    ],
    run: run)

  private static let source = Positional.required(
    "SOURCE", "The source's full name: its plugin's name, a slash and its own.")
  private static let text = Positional.required(
    "TEXT", "What has been typed so far. It may be empty.")
  private static let limit = Option.value("--limit", "N", "Print at most N matches.")

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let request = AutocompleteQuery(
      source: arguments.value(of: source), text: arguments.value(of: text) ?? "",
      limit: try arguments.integer(of: limit, in: 1...ProtocolLimits.completions))
    let conversation = try HostAccess(arguments).open(for: console)
    let answer = try conversation.text(of: request)
    let completions: Completions = try Conversation.decoded(answer, of: .autocompleteQuery)
    for error in completions.errors {
      console.report("\(error.message) (error \(error.code))", from: error.source)
    }
    if arguments.has(.json) {
      try console.writeJSON(answer)
    } else {
      try console.write(CompletionList(completions.matches).text(for: console))
    }
    return completions.matches.isEmpty ? .negative : .success
  }
}
