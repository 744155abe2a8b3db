import HostProtocol

/// A popup asked in lines of text, for any terminal that can print: first its fields, one by one, then
/// its actions.
///
/// One entry point for each thing that happens: a line, the end of input, errors from the plugin, other
/// content. Each returns what to do next; nothing here reads or writes.
struct LineDialog {
  /// What to do next.
  enum Step: Equatable {
    /// Print the notes, each in its line, then the prompt; then take a line.
    case ask(notes: [String], prompt: String, isSecret: Bool)
    case press(action: String, values: [String: EnteredValue])
    /// Its user leaves without an action.
    case leave
  }

  private var content: Content
  private var values: [String: EnteredValue] = [:]
  private var errors: [String: String] = [:]
  /// The fields that are still to be asked for, by their places.
  private var pending: [Int] = []
  /// What is told once, before the next prompt.
  private var notes: [String] = []

  init(_ content: Content) {
    self.content = content
    start(fields.indices.map { $0 })
    notes = heading
  }

  /// The first thing to do.
  mutating func begin() -> Step { next() }

  /// Takes a line that was typed; nil where the input is over.
  mutating func take(_ line: String?) -> Step {
    guard let line else { return leave() }
    let text = line.trimmingBlanks
    if let place = pending.first {
      take(text, for: fields[place])
      return next()
    }
    return takeAction(text)
  }

  /// The plugin found something wrong: the fields that it names are asked for again.
  mutating func take(errors: [String: String]) -> Step {
    self.errors = errors
    let wrong = fields.indices.filter { errors[fields[$0].name] != nil }
    // An error of no field that is known still has to be read by somebody.
    let names = Set(fields.map(\.name))
    notes = errors.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    start(wrong)
    return next()
  }

  /// The plugin shows something else.
  mutating func take(content: Content) -> Step {
    self = LineDialog(content)
    return begin()
  }

  // MARK: Asking

  private mutating func start(_ places: [Int]) { pending = places }

  private mutating func next() -> Step {
    defer { notes = [] }
    if let place = pending.first {
      let question = FieldQuestion(
        fields[place], value: values[fields[place].name], error: errors[fields[place].name])
      return .ask(
        notes: notes + question.notes, prompt: question.prompt, isSecret: question.isSecret)
    }
    if let action = actionThatGoesWithoutSaying, notes.isEmpty { return press(action) }
    return .ask(notes: notes + actionNotes, prompt: actionPrompt, isSecret: false)
  }

  private mutating func take(_ text: String, for field: FormField) {
    switch FieldQuestion(field, value: values[field.name], error: nil).answer(text) {
    case .value(let value):
      values[field.name] = value
      errors[field.name] = nil
      pending.removeFirst()
    case .nothing:
      values[field.name] = nil
      errors[field.name] = nil
      pending.removeFirst()
    case .wrong(let why): errors[field.name] = why
    }
  }

  // MARK: Actions

  private mutating func takeAction(_ text: String) -> Step {
    if text.isEmpty, let action = defaultAction { return press(action) }
    if let action = NamedChoice.find(text, in: actions) { return press(action.id) }
    notes = text.isEmpty ? [] : ["'\(text)' is none of them."]
    return next()
  }

  private func press(_ action: String) -> Step {
    .press(action: action, values: values)
  }

  private func leave() -> Step {
    guard let cancel = content.actions.first(where: { $0.role == .cancel }) else { return .leave }
    return .press(action: cancel.id, values: [:])
  }

  private var fields: [FormField] { content.body.fields ?? [] }

  private var actions: [NamedChoice] {
    content.actions.map { NamedChoice(id: $0.id, title: $0.title) }
  }

  /// What Return takes: what the content says, else the only action that is no cancel, unless it takes
  /// something away for good.
  private var defaultAction: String? {
    if let action = content.actions.first(where: { $0.role == .default }) { return action.id }
    let others = content.actions.filter { $0.role != .cancel && $0.role != .destructive }
    return others.count == 1 ? others[0].id : nil
  }

  /// After a form there is nothing to ask where there is one way on.
  private var actionThatGoesWithoutSaying: String? {
    guard !fields.isEmpty else { return nil }
    let others = content.actions.filter { $0.role != .cancel }
    return others.count == 1 && others[0].role != .destructive ? others[0].id : nil
  }

  private var actionNotes: [String] {
    actions.isEmpty ? ["(Return closes it.)"] : []
  }

  private var actionPrompt: String {
    guard !actions.isEmpty else { return "" }
    let offers = actions.enumerated().map { "\($0.offset + 1) \($0.element.title)" }
    let hint = actions.first { $0.id == defaultAction }.map { " [\($0.title)]" } ?? ""
    return offers.joined(separator: "   ") + hint + ": "
  }

  private var heading: [String] {
    let title = content.title.map { [$0] } ?? []
    let rows = (content.body.rows ?? []).map { row in
      row.subtitle.map { "  \(row.title)  \($0)" } ?? "  \(row.title)"
    }
    return title + (content.body.text.map { [$0] } ?? []) + rows
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isWhitespace == true { text.removeFirst() }
    return String(text)
  }
}
