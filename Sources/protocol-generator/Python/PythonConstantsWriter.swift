/// Writes what a plugin in Python needs to name: methods, error codes and limits.
struct PythonConstantsWriter {
  let model: Model

  /// The source file of the module `jackfield_plugin.protocol`.
  func file() -> String {
    var text = SourceText(python: "Names and numbers of the protocol, as a plugin needs them.")
    text.line("from enum import IntEnum, StrEnum")
    text.line("from typing import Final")
    text.blank()
    text.line("VERSION: Final = \(model.version)")
    text.line("\"\"\"The version that these names are taken from.\"\"\"")
    writeClass("Method(StrEnum)", "Methods that a plugin gets or sends.", to: &text) { text in
      for (name, doc) in methods {
        text.comment(doc)
        text.line("\(PythonName.constant(name)) = \"\(name)\"")
      }
    }
    writeClass("ErrorCode(IntEnum)", "What error answers say in `code`.", to: &text) { text in
      for error in model.errors {
        text.comment(error.doc)
        text.line("\(PythonName.constant(error.name)) = \(error.code)")
      }
    }
    writeOptional(to: &text)
    // No enumeration: there, of two limits with the same number one would be the other's alias.
    let doc = "The limits that hold unless the host is configured otherwise."
    writeClass("Limits", doc, to: &text) { text in
      for limit in model.limits {
        text.comment(limit.member.doc)
        text.line("\(PythonName.constant(limit.member.name)): Final = \(limit.value)")
      }
    }
    return text.text
  }

  /// The methods between host and plugins, each once.
  private var methods: [(name: String, doc: String)] {
    var methods: [(name: String, doc: String)] = []
    for method in model.methods
    where !Set(method.directions).isDisjoint(with: [.hostToPlugin, .pluginToHost])
      && !methods.contains(where: { $0.name == method.name })
    {
      methods.append((method.name, method.doc))
    }
    return methods
  }

  private func writeOptional(to text: inout SourceText) {
    text.blank()
    text.blank()
    text.line("OPTIONAL: Final = frozenset(")
    text.indented { text in
      text.line("{")
      text.indented { text in
        for method in model.methods where method.isOptional {
          text.line("Method.\(PythonName.constant(method.name)),")
        }
      }
      text.line("}")
    }
    text.line(")")
    text.line("\"\"\"The methods that a plugin gets only if it names them in `implements`.\"\"\"")
  }

  private func writeClass(
    _ head: String, _ doc: String, to text: inout SourceText, _ body: (inout SourceText) -> Void
  ) {
    text.blank()
    text.blank()
    text.line("class \(head):")
    text.indented { text in
      text.line("\"\"\"\(doc)\"\"\"")
      text.blank()
      body(&text)
    }
  }
}
