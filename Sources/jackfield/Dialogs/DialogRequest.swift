import HostProtocol
import JSON

/// A question as the plugin dialogs takes it, read from a command line.
struct DialogRequest {
  /// The popups of the plugin that the command uses.
  enum Kind: String {
    case confirm
    case choice
    case form
  }

  /// The method by which the plugin asks at another front end.
  static let method = "dialogs/ask"

  let kind: Kind
  private let arguments: [UInt8]

  /// Reads the options; `--choice` and `--field` exclude each other.
  init(_ parsed: ParsedArguments) throws(Failure) {
    let choices = parsed.values(of: AskCommand.choice)
    let fields = parsed.values(of: AskCommand.field)
    let secrets = parsed.values(of: AskCommand.secret)
    guard choices.isEmpty || (fields.isEmpty && secrets.isEmpty) else {
      throw .usage("a question has either choices or fields, not both")
    }
    kind = !choices.isEmpty ? .choice : fields.isEmpty && secrets.isEmpty ? .confirm : .form
    var writer = JSONWriter()
    writer.beginObject()
    let question = parsed.value(of: AskCommand.question) ?? ""
    if kind == .form, parsed.value(of: AskCommand.title) == nil {
      writer.member("title", question)
    } else {
      writer.member("text", question)
      writer.member("title", parsed.value(of: AskCommand.title))
    }
    if let actions = parsed.value(of: AskCommand.actions) {
      let list = actions.split(separator: ",", omittingEmptySubsequences: false)
      writer.member("actions", try list.map { (text) throws(Failure) in try Named(String(text)) })
    }
    if kind == .choice {
      writer.member("choices", try choices.map { (text) throws(Failure) in try Named(text) })
    }
    if kind == .form { try Self.write(fields, secrets, into: &writer) }
    writer.endObject()
    arguments = writer.bytes
  }

  /// What opens the popup at this front end.
  var popup: PopupOpen {
    get throws(Failure) {
      PopupOpen(
        name: "dialogs/\(kind.rawValue)", arguments: try Conversation.value(of: arguments))
    }
  }

  /// The params of the method that asks at another front end.
  var callParams: [UInt8] {
    let head = Array(#"{"kind":"\#(kind.rawValue)","#.utf8)
    return head + arguments.dropFirst()
  }

  private static func write(
    _ fields: [String], _ secrets: [String], into writer: inout JSONWriter
  ) throws(Failure) {
    writer.name("fields")
    writer.beginArray()
    for (names, kind) in [(fields, FieldKind.text), (secrets, .secret)] {
      for name in names {
        let named = try Named(name)
        writer.beginObject()
        writer.member("name", named.id)
        writer.member("title", named.title)
        writer.member("kind", kind)
        writer.endObject()
      }
    }
    writer.endArray()
  }
}

/// `ID` or `ID=TITLE` of a command line.
private struct Named: JSONEncodable {
  let id: String
  let title: String?

  init(_ text: String) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    id = parts.first.map { String($0) } ?? ""
    title = parts.count == 2 ? String(parts[1]) : nil
    guard !id.isEmpty else {
      throw .usage("'\(text)' has no id; write ID or ID=TITLE")
    }
  }

  func encode(into writer: inout JSONWriter) {
    guard title != nil else { return writer.value(id) }
    writer.beginObject()
    writer.member("id", id)
    writer.member("title", title)
    writer.endObject()
  }
}
