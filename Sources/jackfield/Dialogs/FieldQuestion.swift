import HostProtocol
import JSON

/// One field of a form as a question in a line, and what its answers mean.
struct FieldQuestion {
  /// What a typed text is for the field.
  enum Answer: Equatable {
    case value(EnteredValue)
    /// The field stays empty.
    case nothing
    /// Why it can't be taken, in a sentence.
    case wrong(String)
  }

  private let field: FormField
  /// What Return takes.
  private let present: EnteredValue?
  private let error: String?

  init(_ field: FormField, value: EnteredValue?, error: String?) {
    self.field = field
    present = value ?? field.value.flatMap { $0.isNull ? nil : .given($0) }
    self.error = error
  }

  /// Whether what is typed is hidden.
  var isSecret: Bool { field.kind == .secret }

  /// What stands above the question: what was wrong, and what can be chosen.
  var notes: [String] {
    let wrong = error.map { ["! \($0)"] } ?? []
    let choices = choices.enumerated().map { "  \($0.offset + 1) \($0.element.title)" }
    return wrong + (field.kind == .choice ? choices : [])
  }

  /// The question.
  var prompt: String {
    let title = field.title ?? field.name
    let kind = field.kind == .toggle ? " (y/n)" : ""
    let hint = presentText.map { " [\($0)]" } ?? ""
    return "\(title)\(kind)\(hint): "
  }

  /// Reads what was typed.
  func answer(_ text: String) -> Answer {
    if text.isEmpty {
      if let present { return .value(present) }
      return field.required ? .wrong("It must be filled in.") : .nothing
    }
    switch field.kind {
    case .number: return number(text)
    case .choice: return choice(text)
    case .toggle: return toggle(text)
    default: return .value(.text(text))
    }
  }

  private func number(_ text: String) -> Answer {
    if let whole = Int64(text) { return .value(.whole(whole)) }
    let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isDecimal, let number = Double(text), number.isFinite else {
      return .wrong("'\(text)' is no number.")
    }
    return .value(.number(number))
  }

  private func choice(_ text: String) -> Answer {
    guard let choice = NamedChoice.find(text, in: choices) else {
      return .wrong("'\(text)' is none of them; a number will do.")
    }
    return .value(.text(choice.id))
  }

  private func toggle(_ text: String) -> Answer {
    switch text.lowercased() {
    case "y", "yes", "true", "on", "1": .value(.toggle(true))
    case "n", "no", "false", "off", "0": .value(.toggle(false))
    default: .wrong("It is y or n, not '\(text)'.")
    }
  }

  private var choices: [NamedChoice] {
    (field.choices ?? []).map { NamedChoice(id: $0.id, title: $0.title) }
  }

  /// What Return takes, for reading; a secret is not shown.
  private var presentText: String? {
    guard let present else { return field.placeholder.map { "e.g. \($0)" } }
    guard field.kind != .secret else { return "unchanged" }
    switch present {
    case .toggle(let isOn): return isOn ? "y" : "n"
    case .text(let text): return title(of: text)
    case .whole(let number): return String(number)
    case .number(let number): return String(number)
    case .given(let value):
      if let isOn = value.boolean { return isOn ? "y" : "n" }
      return value.string.map { title(of: $0) } ?? value.serialized()
    }
  }

  private func title(of text: String) -> String {
    field.kind == .choice ? choices.first { $0.id == text }?.title ?? text : text
  }
}
