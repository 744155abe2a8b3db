import HostProtocol
import JSON
import JSONRPC
import JackfieldClient
import SystemIO

/// Opens one popup and holds it on the terminal, from its first line to its end.
final class PopupConversation {
  private let conversation: Conversation
  private let terminal: DialogTerminal
  private var popup = ""
  private var dialog: LineDialog?
  /// Whether a prompt waits for its line.
  private var isAsking = false
  /// What went wrong while a notification was taken.
  private var failure: Failure?

  init(_ conversation: Conversation, on terminal: DialogTerminal) {
    self.conversation = conversation
    self.terminal = terminal
  }

  /// Opens the popup and returns how it ended.
  func hold(_ request: PopupOpen) throws(Failure) -> PopupOpened {
    let connection = conversation.connection
    connection.onNotification = { [unowned self] in take($0) }
    do {
      try connection.interruptWaits(by: terminal.number)
    } catch {
      throw Failure(error)
    }
    let call = connection.start(PopupOpen.method.rawValue, params: request.jsonBytes())
    let text = try wait(for: call) { () throws(Failure) in try self.takeInput() }
    if isAsking { try onTerminal { () throws(SystemError) in try self.terminal.breakLine() } }
    return try Conversation.decoded(text, of: .popupOpen)
  }

  /// Waits for an answer; whenever somebody typed something, `input` looks at it.
  private func wait(
    for call: CallID, input: () throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    while true {
      if let failure { throw failure }
      do {
        return try conversation.connection.wait(for: call, until: conversation.deadline)
      } catch .interrupted {
        try onTerminal { () throws(SystemError) in try self.terminal.fill() }
        try input()
      } catch {
        throw conversation.failure(error)
      }
    }
  }

  // MARK: What the host tells

  private func take(_ notification: IncomingNotification) {
    do throws(Failure) {
      switch Method(rawValue: notification.method) {
      case .popupPresent: try present(Conversation.decoded(notification.params, of: .popupPresent))
      case .popupChange: try change(Conversation.decoded(notification.params, of: .popupChange))
      default: return
      }
      // Lines that were typed before the question came answer it, as on any terminal.
      try takeInput()
    } catch {
      failure = error
    }
  }

  private func present(_ presented: PresentedPopup) throws(Failure) {
    popup = presented.popup
    var dialog = LineDialog(presented.content)
    let step = dialog.begin()
    self.dialog = dialog
    try ask(step)
  }

  private func change(_ change: PopupChange) throws(Failure) {
    guard change.popup == popup, var dialog else { return }
    var step: LineDialog.Step?
    if let content = change.content { step = dialog.take(content: content) }
    if let errors = change.errors, !errors.isEmpty { step = dialog.take(errors: errors) }
    self.dialog = dialog
    guard let step else { return }
    if isAsking { try onTerminal { () throws(SystemError) in try self.terminal.breakLine() } }
    try ask(step)
  }

  private func ask(_ step: LineDialog.Step) throws(Failure) {
    guard case .ask(let notes, let prompt, let isSecret) = step else { return }
    isAsking = true
    try onTerminal { () throws(SystemError) in
      try self.terminal.ask(notes, prompt, isSecret: isSecret)
    }
  }

  // MARK: What the person says

  /// Takes what was typed while a prompt waits; what comes earlier stays for the next prompt.
  private func takeInput() throws(Failure) {
    while let input = terminal.next(isAsking: isAsking) {
      switch input {
      case .interrupted:
        try onTerminal { () throws(SystemError) in try self.terminal.breakLine() }
        throw Failure(.interrupted, "nobody answered")
      case .line(let line): try answer(line)
      case .end:
        try onTerminal { () throws(SystemError) in try self.terminal.breakLine() }
        try answer(nil)
      }
    }
  }

  private func answer(_ line: String?) throws(Failure) {
    guard var dialog else { return }
    isAsking = false
    let step = dialog.take(line)
    self.dialog = dialog
    switch step {
    case .ask: try ask(step)
    case .press(let action, let values): try press(action, values)
    case .leave:
      _ = try request(.popupDismiss) { $0.member("popup", popup) }
    }
  }

  private func press(_ action: String, _ values: [String: EnteredValue]) throws(Failure) {
    let text = try request(.popupPress) { writer in
      writer.member("popup", popup)
      writer.member("action", action)
      if !values.isEmpty { writer.member("values", values) }
    }
    let result: PopupPress.Result = try Conversation.decoded(text, of: .popupPress)
    // Without errors the popup has ended or its plugin has changed it, which is told by itself.
    guard let errors = result.errors, !errors.isEmpty, !isAsking, var dialog else { return }
    let step = dialog.take(errors: errors)
    self.dialog = dialog
    try ask(step)
  }

  private func request(
    _ method: Method, _ members: (inout JSONWriter) -> Void
  ) throws(Failure) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.endObject()
    let call = conversation.connection.start(method.rawValue, params: writer.bytes)
    return try wait(for: call) { () throws(Failure) in
      guard self.terminal.isInterrupted else { return }
      throw Failure(.interrupted, "nobody answered")
    }
  }

  private func onTerminal(_ body: () throws(SystemError) -> Void) throws(Failure) {
    do { try body() } catch {
      throw Failure(.inputOutput, "the terminal can't be used: \(error)")
    }
  }
}
