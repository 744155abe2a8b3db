import HostProtocol
import JSON
import JackfieldClient
import SystemIO

/// `jackfield call`
enum CallCommand {
  static let command = Command(
    name: "call",
    summary: "Call a method and print its result",
    discussion: [
      "The method is one of the host's, as in host/status, or one of a plugin's own, as in "
        + "people/add. The result is JSON: laid out for reading on a terminal, in one line "
        + "elsewhere.",
      "Control-C cancels the call; pressed again, it leaves without the answer.",
    ],
    positionals: [method, parameters],
    options: [follow] + Option.connection,
    examples: [
      .init(line: "jackfield call host/status", meaning: "Prints the host's figures."),
      .init(
        line: #"jackfield call people/add '{"firstName": "Arya", "lastName": "Stark"}'"#,
        meaning: "Calls a method of the plugin people."),
      .init(
        line: "jackfield call people/import - < table.json",
        meaning: "Takes the parameters from standard input."),
      .init(
        line: #"jackfield call --follow host/subscribe '{"topics": ["log/message"]}'"#,
        meaning: "Prints what plugins log, until Control-C."),
    ],
    run: run)

  private static let method = Positional.required("METHOD", "The method's full name.")
  private static let parameters = Positional.optional(
    "PARAMS",
    "Its parameters, a JSON object or array. '-' reads them from standard input, '@FILE' from a "
      + "file.")
  private static let follow = Option.flag(
    "--follow",
    "Print each notification as it comes, in one line, also after the result, until Control-C.")

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let text = arguments.value(of: parameters)
    let params = try text.map { text throws(Failure) in try CallParameters.read(text) }
    let conversation = try HostAccess(arguments).open(for: console)
    let feed = NotificationFeed(console: console)
    if arguments.has(follow) { conversation.connection.onNotification = feed.print }
    let call = conversation.connection.start(arguments.value(of: method) ?? "", params: params)
    try console.writeJSON(conversation.answer(to: call))
    if arguments.has(follow) { try feed.follow(conversation) }
    return .success
  }
}
