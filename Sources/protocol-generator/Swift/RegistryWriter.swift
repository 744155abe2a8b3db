/// Writes the list of all generated types for the tests, so that none is without one.
struct RegistryWriter {
  let model: Model

  /// The source file of the list.
  func file() -> String {
    var text = SourceText(imports: ["import HostProtocol", "import JSONRPC"])
    text.doc("Every generated type, with what the tests do with it.")
    text.block("enum GeneratedTypes") { text in
      text.doc("The messages by their names.")
      list("messages", "MessageProbe", messages(), to: &text)
      text.blank()
      text.doc("The types of values by their names.")
      list("values", "ValueProbe", model.types.map { ($0.name, "(\($0.name).self)") }, to: &text)
    }
    return text.text
  }

  private func messages() -> [(String, String)] {
    model.methods.map { method in
      (method.message, "(\(method.kind.rawValue): \(method.message).self)")
    }
  }

  private func list(
    _ name: String, _ probe: String, _ entries: [(String, String)], to text: inout SourceText
  ) {
    text.line("static let \(name): [String: \(probe)] = [")
    text.indented { text in
      for (name, arguments) in entries { text.line("\"\(name)\": .init\(arguments),") }
    }
    text.line("]")
  }
}
