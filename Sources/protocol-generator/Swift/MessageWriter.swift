/// Writes the Swift types of the methods' messages, one file each.
struct MessageWriter {
  private let types: SwiftType
  private let objects: ObjectWriter

  init(model: Model) {
    types = SwiftType(model: model)
    objects = ObjectWriter(model: model)
  }

  /// The source file of a method's message.
  func file(for method: MethodDefinition) -> String {
    var text = SourceText(imports: imports(method))
    text.doc(method.doc)
    text.line("///")
    text.doc(heading(of: method))
    let role = method.kind == .request ? "RequestMessage" : "NotificationMessage"
    text.block("public struct \(method.message): \(role), Equatable") { text in
      if method.kind == .request, let alias = resultAlias(method) {
        text.doc("What the request is answered with.")
        text.line("public typealias Result = \(alias)")
        text.blank()
      }
      text.doc("The method.")
      text.line(
        "public static var method: Method { .\(SwiftName.value(forMethod: method.name)) }")
      text.blank()
      properties(of: method, to: &text)
    }
    coding(of: method, to: &text)
    result(of: method, to: &text)
    return text.text
  }

  private func properties(of method: MethodDefinition, to text: inout SourceText) {
    switch method.params {
    case .members(let members):
      objects.properties(members, summary: "Creates the message's params.", to: &text)
    case .type(let type):
      text.doc("The message's params.")
      text.line("public var params: \(types.name(type))")
      text.blank()
      text.doc("Creates the message's params.")
      text.line("public init(params: \(types.name(type))) { self.params = params }")
    }
  }

  private func coding(of method: MethodDefinition, to text: inout SourceText) {
    text.blank()
    switch method.params {
    case .members(let members):
      objects.decoding(
        of: method.message, members, exactlyOneOf: method.exactlyOneOf, to: &text)
      text.blank()
      objects.encoding(of: method.message, members, to: &text)
    case .type(let type):
      text.block("extension \(method.message): JSONDecodable") { text in
        text.doc("Reads the params.")
        text.block("public init(json: JSONValue) throws(DecodingFailure)") { text in
          text.line("params = try \(types.name(type))(json: json)")
        }
      }
      text.blank()
      text.block("extension \(method.message): JSONEncodable") { text in
        text.doc("Writes the params.")
        text.block("public func encode(into writer: inout JSONWriter)") { text in
          text.line("params.encode(into: &writer)")
        }
      }
    }
  }

  private func result(of method: MethodDefinition, to text: inout SourceText) {
    guard method.kind == .request, case .members(let members) = method.result else { return }
    text.blank()
    text.block("extension \(method.message)") { text in
      text.doc("What the request is answered with.")
      text.block("public struct Result: Equatable, Sendable") { text in
        objects.properties(members, summary: "Creates a result.", to: &text)
      }
    }
    text.blank()
    objects.decoding(of: "\(method.message).Result", members, to: &text)
    text.blank()
    objects.encoding(of: "\(method.message).Result", members, to: &text)
  }

  private func resultAlias(_ method: MethodDefinition) -> String? {
    switch method.result {
    case nil: "Empty"
    case .type(let type): types.name(type)
    case .members: nil
    }
  }

  private func heading(of method: MethodDefinition) -> String {
    let directions = method.directions.map(\.words).joined(separator: "; ")
    let kind = SwiftName.capitalized(method.kind.rawValue)
    let optional = method.isOptional ? " Sent only to a plugin that lists it in `implements`." : ""
    return "\(kind) `\(method.name)`, \(directions).\(optional)"
  }

  private func imports(_ method: MethodDefinition) -> [String] {
    var needed: [TypeExpression] = []
    for content in [method.params, method.result] {
      switch content {
      case .members(let members): needed += members.map(\.type)
      case .type(let type): needed.append(type)
      case nil: break
      }
    }
    return ["public import JSON"]
      + (needed.contains(where: types.needsJSONRPC) ? ["public import JSONRPC"] : [])
  }
}
