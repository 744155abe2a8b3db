/// Writes the OpenRPC document that `rpc.discover` answers.
struct OpenRPCWriter {
  let model: Model
  private let schemas: SchemaWriter

  init(model: Model) {
    self.model = model
    schemas = SchemaWriter(model: model, base: "#/components/schemas/")
  }

  /// The document: `methods` are those that the host answers, `x-sentByHost` those that it sends.
  func document() -> Tree {
    let answered = model.methods.filter { !$0.isSentByHostOnly }
    let sent = model.methods.filter(\.isSentByHost)
    return [
      "openrpc": "1.3.2",
      "info": [
        "title": .string(model.title), "version": .string(String(model.version)),
        "description": .string(model.doc), "license": ["name": "Apache-2.0"],
      ],
      "methods": .array(answered.map(method)),
      "x-sentByHost": .array(sent.map(method)),
      "components": [
        "schemas": .object(model.types.map { ($0.name, schemas.schema(of: $0)) }),
        "errors": .object(model.errors.map { ($0.name, error($0)) }),
      ],
    ]
  }

  private func method(_ method: MethodDefinition) -> Tree {
    var members: [(String, Tree)] = [
      ("name", .string(method.name)), ("summary", .string(method.doc)),
      ("tags", [["name": .string(method.section)]]), ("paramStructure", "by-name"),
      ("params", .array(params(of: method))),
    ]
    if method.kind == .request {
      members += [("result", result(of: method)), ("errors", .array(errors(of: method)))]
    }
    members.append(("x-directions", .array(method.directions.map { .string($0.rawValue) })))
    if method.isOptional { members.append(("x-implements", true)) }
    return .object(members)
  }

  private func params(of method: MethodDefinition) -> [Tree] {
    members(of: method.params).map { member in
      [
        "name": .string(member.name), "summary": .string(member.doc),
        "required": .boolean(member.isRequired), "schema": schemas.schema(of: member),
      ]
    }
  }

  private func members(of content: MethodDefinition.Content) -> [Member] {
    switch content {
    case .members(let members): return members
    case .type(let type):
      guard let name = type.referencedName, case .object(let members) = model.type(name)?.shape
      else { return [] }
      return members
    }
  }

  private func result(of method: MethodDefinition) -> Tree {
    let schema = method.result.map { schemas.schema(of: $0) } ?? ["type": ["object", "null"]]
    return ["name": "result", "schema": schema]
  }

  private func errors(of method: MethodDefinition) -> [Tree] {
    (method.errors + model.commonErrors).map { .reference("#/components/errors/\($0)") }
  }

  private func error(_ error: Model.ErrorDefinition) -> Tree {
    ["code": .integer(error.code), "message": .string(error.doc)]
  }
}

extension MethodDefinition {
  /// Whether the host sends it in some direction.
  fileprivate var isSentByHost: Bool {
    directions.contains(.hostToFrontEnd) || directions.contains(.hostToPlugin)
  }

  /// Whether nobody sends it to the host.
  fileprivate var isSentByHostOnly: Bool {
    !directions.contains(.frontEndToHost) && !directions.contains(.pluginToHost)
  }
}
