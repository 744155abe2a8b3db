/// Writes the enumeration of all methods and what is known of each.
struct MethodTableWriter {
  private let methods: [Entry]

  /// A method with all its directions.
  private struct Entry {
    let name: String
    let doc: String
    var directions: [MethodDefinition.Direction]
    /// Those in which it is a request; in the others it is a notification.
    var requestDirections: [MethodDefinition.Direction]
    var isOptional: Bool

    var caseName: String { SwiftName.value(forMethod: name) }

    init(_ method: MethodDefinition) {
      name = method.name
      doc = method.doc
      directions = method.directions
      requestDirections = method.kind == .request ? method.directions : []
      isOptional = method.isOptional
    }
  }

  init(model: Model) {
    var methods: [Entry] = []
    for method in model.methods {
      let entry = Entry(method)
      if let index = methods.firstIndex(where: { $0.name == method.name }) {
        methods[index].directions += entry.directions
        methods[index].requestDirections += entry.requestDirections
        methods[index].isOptional = methods[index].isOptional || entry.isOptional
      } else {
        methods.append(entry)
      }
    }
    self.methods = methods
  }

  /// The source file of the enumeration.
  func enumeration() -> String {
    var text = SourceText(imports: [])
    text.doc("A method of the protocol; plugins' own methods are not among them.")
    text.block("public enum Method: String, CaseIterable, Sendable") { text in
      for method in methods {
        text.doc(method.doc)
        let raw = method.caseName == method.name ? "" : " = \"\(method.name)\""
        text.line("case \(SwiftName.escaped(method.caseName))\(raw)")
      }
    }
    return text.text
  }

  /// The source file of the look-up by name.
  func lookup() -> String {
    var text = SourceText(imports: [])
    text.block("extension Method") { text in
      text.doc("The method with this name, as UTF-8 without escapes; it allocates nothing.")
      text.block("public static func named(_ name: UnsafeRawBufferPointer) -> Method?") { text in
        text.line("switch name.count {")
        let lengths = Set(methods.map { $0.name.utf8.count }).sorted()
        for length in lengths {
          text.line("case \(length):")
          text.indented { text in
            for method in methods where method.name.utf8.count == length {
              text.block("if name.equals(\"\(method.name)\")", "return .\(method.caseName)")
            }
          }
        }
        text.line("default: break")
        text.line("}")
        text.line("return nil")
      }
    }
    return text.text
  }

  /// The source file of the methods' properties.
  func facts() -> String {
    var text = SourceText(imports: [])
    text.block("extension Method") { text in
      text.doc("From whom to whom the method's messages go.")
      text.block("public var directions: Directions") { text in
        self.directions(\.directions, to: &text)
      }
      text.blank()
      text.doc("From whom to whom it is a request; in its other directions it is a notification.")
      text.block("public var requestDirections: Directions") { text in
        self.directions(\.requestDirections, to: &text)
      }
      text.blank()
      text.doc("Whether a plugin gets the method only if it lists it in `implements`.")
      text.block("public var isOptional: Bool") { text in
        property(\.isOptional, to: &text)
      }
    }
    return text.text
  }

  private func directions(
    _ fact: (Entry) -> [MethodDefinition.Direction], to text: inout SourceText
  ) {
    text.line("switch self {")
    for (directions, methods) in grouped(by: fact) {
      text.line("case \(cases(methods)):")
      text.indented { text in
        text.line("[\(directions.map { ".\($0.rawValue)" }.joined(separator: ", "))]")
      }
    }
    text.line("}")
  }

  private func property(_ fact: (Entry) -> Bool, to text: inout SourceText) {
    text.line("switch self {")
    text.line("case \(cases(methods.filter(fact))):")
    text.indented { $0.line("true") }
    text.line("default:")
    text.indented { $0.line("false") }
    text.line("}")
  }

  private func cases(_ methods: [Entry]) -> String {
    methods.map { ".\($0.caseName)" }.joined(separator: ",\n      ")
  }

  private func grouped(
    by key: (Entry) -> [MethodDefinition.Direction]
  ) -> [([MethodDefinition.Direction], [Entry])] {
    var groups: [([MethodDefinition.Direction], [Entry])] = []
    for method in methods {
      if let index = groups.firstIndex(where: { $0.0 == key(method) }) {
        groups[index].1.append(method)
      } else {
        groups.append((key(method), [method]))
      }
    }
    return groups
  }
}
