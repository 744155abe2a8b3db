import JackfieldPlugin

extension Content {
  /// News that need no answer.
  static func alert(_ title: String, _ text: String) -> Content {
    Content(
      title: title, body: Body(kind: .text, text: text),
      actions: [PopupAction(id: "ok", title: "OK", role: .default)])
  }

  /// A question that is answered by doing it or leaving it.
  static func question(
    _ title: String, _ text: String, action: String, role: ActionRole
  ) -> Content {
    Content(
      title: title, body: Body(kind: .confirm, text: text),
      actions: [
        PopupAction(id: "cancel", title: "Cancel", role: .cancel),
        PopupAction(id: "ok", title: action, role: role),
      ])
  }
}

extension Call {
  /// Asks the user, who may take a day to answer; the host waits for this call meanwhile.
  ///
  /// - Parameters:
  ///   - question: The question, which is the popup's title.
  ///   - text: What it is about.
  ///   - session: Whose user.
  ///   - title: What the button says that means yes.
  ///   - role: What that would do.
  /// - Returns: Whether the answer is yes.
  /// - Throws: As `request(_:)` does, for instance where nobody is there to be asked.
  func ask(
    _ question: String, about text: String, in session: String, title: String,
    role: ActionRole = .default
  ) async throws -> Bool {
    let content = Content.question(question, text, action: title, role: role)
    return try await request(PopupShow(session: session, content: content)).action == "ok"
  }
}
