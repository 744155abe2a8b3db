import HostProtocol
import JSON
import JackfieldClient
import SystemIO

/// `jackfield ask`
enum AskCommand {
  static let command = Command(
    name: "ask",
    summary: "Ask a person and print the answer",
    discussion: [
      "The question is asked on this terminal, whatever standard input and output are used for. "
        + "Without a terminal, or with --elsewhere, it is shown by the front end that its user "
        + "touched last, an editor for instance.",
      "What is printed is the action, of a choice its id, of a form its values as JSON. The exit "
        + "code is 1 if the person cancelled or left; then only the action is printed, if there "
        + "is one.",
      "The plugin dialogs shows the question.",
    ],
    positionals: [question],
    options: [actions, choice, field, secret, title, elsewhere, .json]
      + [.socket, .plugins, .noSpawn, patience],
    examples: [
      .init(
        line: #"jackfield ask "Delete 3 files?" --actions ok,cancel && rm -- *.tmp"#,
        meaning: "Goes on only if the person says so."),
      .init(
        line: #"jackfield ask "Which colour?" --choice red --choice green"#,
        meaning: "Prints red or green."),
      .init(
        line: #"jackfield ask "Sign in" --field user --secret password"#,
        meaning: #"Prints {"user":"..","password":".."}."#),
    ],
    run: run)

  static let question = Positional.required("QUESTION", "What the person reads.")
  static let actions = Option.value(
    "--actions", "IDS",
    "The possible answers, with commas between them; ID=TITLE shows a title for an id. The one "
      + "named cancel is what leaving means. Without it, cancel and ok.")
  static let choice = Option.value(
    "--choice", "ID", "Something to choose, or ID=TITLE. May be repeated.")
  static let field = Option.value(
    "--field", "NAME", "Something to fill in, or NAME=TITLE. May be repeated.")
  static let secret = Option.value(
    "--secret", "NAME", "Something to fill in that is not shown, or NAME=TITLE. May be repeated.")
  static let title = Option.value("--title", "TEXT", "A title above the question.")
  static let elsewhere = Option.flag(
    "--elsewhere", "Ask at a front end, although there is a terminal.")

  private static let patience = Option.value(
    Option.timeout.name, "SECONDS", "Give up after so long. Without it, wait without end.")

  private static func run(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let dialog = try DialogRequest(arguments)
    let terminal = arguments.has(elsewhere) ? nil : terminal()
    let access = try HostAccess(arguments, patience: nil)
    let conversation = try access.open(
      for: console, features: terminal == nil ? [] : [Self.popups])
    let ended: PopupOpened
    if let terminal {
      ended = try PopupConversation(conversation, on: terminal).hold(try dialog.popup)
    } else {
      ended = try Conversation.decoded(
        conversation.call(DialogRequest.method, params: dialog.callParams), of: .popupOpen)
    }
    try console.write(DialogAnswer(ended, kind: dialog.kind).text(asJSON: arguments.has(.json)))
    return ended.isCancelled ? .negative : .success
  }

  /// The feature of front ends that show popups.
  private static let popups = "popups"

  /// The terminal of this process; nil where it has none.
  private static func terminal() -> DialogTerminal? {
    do { return try DialogTerminal() } catch { return nil }
  }
}

extension PopupOpened {
  /// Whether the person did not want what was asked.
  var isCancelled: Bool { reason != .component || action == "cancel" }
}
