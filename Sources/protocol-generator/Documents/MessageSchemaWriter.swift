/// Writes the schemas of whole messages, and of any message in a direction.
struct MessageSchemaWriter {
  let model: Model
  private let schemas: SchemaWriter

  init(model: Model) {
    self.model = model
    schemas = SchemaWriter(model: model, base: "#/$defs/")
  }

  /// The bundle that has everything below `$defs`.
  func bundle() -> Tree {
    let types = model.types.map { ($0.name, schemas.schema(of: $0)) }
    let messages = model.methods.flatMap(definitions(of:))
    let directions = MethodDefinition.Direction.allCases.flatMap(definitions(of:))
    return [
      "$schema": .string(MessageSchemaWriter.dialect),
      "title": .string("\(model.title), version \(model.version)"),
      "description": "Everything is below $defs; generated from protocol/model.json.",
      "$defs": .object(directions + envelope() + messages + types),
    ]
  }

  /// The schema of any message in a direction, as a file of its own beside the bundle.
  func entry(_ direction: MethodDefinition.Direction) -> Tree {
    [
      "$schema": .string(MessageSchemaWriter.dialect),
      "title": .string("Any message, \(direction.words)"),
      "$ref": .string("jackfield.schema.json#/$defs/\(name(of: direction))"),
    ]
  }

  private static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// A method's whole message, its params and its result.
  private func definitions(of method: MethodDefinition) -> [(String, Tree)] {
    let params = schemas.schema(of: method.params, exactlyOneOf: method.exactlyOneOf)
    var definitions = [
      (method.message, message(method)), ("\(method.message)Params", params),
    ]
    guard method.kind == .request else { return definitions }
    let result = method.result.map { schemas.schema(of: $0) } ?? ["type": ["object", "null"]]
    definitions.append(("\(method.message)Result", result))
    return definitions
  }

  private func message(_ method: MethodDefinition) -> Tree {
    let isRequest = method.kind == .request
    let reference = Tree.reference("#/$defs/\(method.message)Params")
    let params = method.needsParams ? reference : ["anyOf": [reference, ["type": "null"]]]
    var properties: [(String, Tree)] = [("jsonrpc", ["const": "2.0"])]
    if isRequest { properties.append(("id", .reference("#/$defs/RequestID"))) }
    properties += [("method", ["const": .string(method.name)]), ("params", params)]
    let required = ["jsonrpc"] + (isRequest ? ["id"] : []) + ["method"]
    return [
      "description": .string(method.doc), "type": "object", "properties": .object(properties),
      "required": .array((required + (method.needsParams ? ["params"] : [])).map(Tree.string)),
      "additionalProperties": false,
    ]
  }

  /// Any message in a direction, and any frame: a message or a batch.
  private func definitions(of direction: MethodDefinition.Direction) -> [(String, Tree)] {
    let name = name(of: direction)
    let methods = model.methods.filter { $0.directions.contains(direction) }
    let known = methods.map { method -> Tree in
      [
        "if": ["properties": ["method": ["const": .string(method.name)]]],
        "then": .reference("#/$defs/\(method.message)"),
      ]
    }
    let others: Tree = [
      "if": ["properties": ["method": ["enum": .array(methods.map { .string($0.name) })]]],
      "else": .reference("#/$defs/RelayedCall"),
    ]
    let call: [(String, Tree)] = [("allOf", .array(known + [others]))]
    let message: [(String, Tree)] =
      direction == .frontEndToHost
      ? [("required", ["method"])] + call
      : [
        ("if", ["required": ["method"]]), ("then", .object(call)),
        ("else", .reference("#/$defs/Response")),
      ]
    let reference = Tree.reference("#/$defs/\(name)Message")
    return [
      (
        name,
        [
          "description": .string("Any frame, \(direction.words): a message or a batch."),
          "if": ["type": "array"],
          "then": ["type": "array", "items": reference, "minItems": 1], "else": reference,
        ]
      ),
      ("\(name)Message", .object([("type", "object")] + message)),
    ]
  }

  /// What JSON-RPC itself defines, and calls of plugins' own methods.
  private func envelope() -> [(String, Tree)] {
    let reserved = "^(?:\(model.reservedNames.joined(separator: "|")))/"
    let relayed: Tree = [
      "allOf": [["pattern": .string(NameFormat.qualified.pattern)]],
      "not": ["anyOf": [["pattern": .string(reserved)], ["pattern": "^\(model.reservedPrefix)"]]],
    ]
    return [
      ("RequestID", ["type": ["string", "number"]]),
      (
        "RelayedCall",
        [
          "description": "A request or notification of a plugin's own.", "type": "object",
          "properties": [
            "jsonrpc": ["const": "2.0"], "id": .reference("#/$defs/RequestID"), "method": relayed,
            "params": ["type": ["object", "array", "null"]],
          ],
          "required": ["jsonrpc", "method"], "additionalProperties": false,
        ]
      ),
      (
        "Response",
        [
          "description": "The answer to a request; the method's result has a schema of its own.",
          "type": "object",
          "properties": [
            "jsonrpc": ["const": "2.0"], "id": ["type": ["string", "number", "null"]],
            "result": .object([]), "error": .reference("#/$defs/Error"),
          ],
          "required": ["jsonrpc", "id"], "additionalProperties": false,
          "oneOf": [["required": ["result"]], ["required": ["error"]]],
        ]
      ),
      (
        "Error",
        [
          "description": "Why a request failed.", "type": "object",
          "properties": [
            "code": ["type": "integer"], "message": ["type": "string"], "data": .object([]),
          ],
          "required": ["code", "message"],
        ]
      ),
    ]
  }

  private func name(of direction: MethodDefinition.Direction) -> String {
    SwiftName.capitalized(direction.rawValue)
  }
}

extension MethodDefinition {
  /// Whether a message without params is wrong.
  fileprivate var needsParams: Bool {
    switch params {
    case .members(let members): members.contains(where: \.isRequired) || !exactlyOneOf.isEmpty
    case .type: true
    }
  }
}
