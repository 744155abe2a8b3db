import JSON

/// Writes JSON Schemas (draft 2020-12) of types and members.
///
/// They describe what a peer may send: null for an optional member, and `{}` for an empty array, since
/// the protocol accepts both.
struct SchemaWriter {
  let model: Model
  /// What stands before the name of a type in a reference, such as `#/$defs/`.
  let base: String

  /// The schema of a type of the model.
  func schema(of type: TypeDefinition) -> Tree {
    let schema: Tree =
      switch type.shape {
      case .object(let members): object(members)
      case .tuple(let members): tuple(members)
      case .enumeration(let enumeration): self.enumeration(enumeration)
      case .union(let cases): ["anyOf": .array(cases.map { self.schema(of: $0.type) })]
      }
    return described(schema, type.doc)
  }

  /// The schema of what params or a result hold.
  func schema(of content: MethodDefinition.Content, exactlyOneOf: [String] = []) -> Tree {
    switch content {
    case .type(let type): schema(of: type)
    case .members(let members): object(members, exactlyOneOf: exactlyOneOf)
    }
  }

  /// The schema of a member, with what it says about itself.
  func schema(of member: Member) -> Tree {
    var schema = bounded(schema(of: member.type), member)
    if !member.isRequired { schema = nullable(schema) }
    var notes: [(String, Tree)] = [("description", .string(member.doc))]
    if case .defaulted(let value) = member.presence { notes.append(("default", .value(value))) }
    if let fallback = member.fallback { notes.append(("default", .value(fallback))) }
    return schema.adding(notes)
  }

  /// The schema of an object with these members.
  func object(_ members: [Member], exactlyOneOf: [String] = []) -> Tree {
    let required = members.filter(\.isRequired)
    var schema: [(String, Tree)] = [("type", "object")]
    if required.isEmpty && exactlyOneOf.isEmpty {
      schema = [("type", ["object", "array"]), ("maxItems", 0)]
    }
    if !members.isEmpty {
      schema.append(("properties", .object(members.map { ($0.name, self.schema(of: $0)) })))
    }
    if !required.isEmpty {
      schema.append(("required", .array(required.map { .string($0.name) })))
    }
    if !exactlyOneOf.isEmpty {
      schema.append(("oneOf", .array(exactlyOneOf.map(presence(of:)))))
    }
    return .object(schema)
  }

  /// The schema of an object in which the member is there and not null.
  private func presence(of name: String) -> Tree {
    let something: Tree = ["not": ["type": "null"]]
    return ["properties": .object([(name, something)]), "required": [.string(name)]]
  }

  /// The schema of a type expression.
  func schema(of type: TypeExpression) -> Tree {
    switch type {
    case .string: ["type": "string"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .any: .object([])
    case .object: ["type": ["object", "array"], "maxItems": 0]
    case .id: ["type": ["string", "number"]]
    case .array(let element): array(of: schema(of: element))
    case .map(let value):
      ["type": ["object", "array"], "additionalProperties": schema(of: value), "maxItems": 0]
    case .named(let name): .reference(base + name)
    }
  }

  private func tuple(_ members: [Member]) -> Tree {
    [
      "type": "array", "prefixItems": .array(members.map(schema(of:))),
      "minItems": .integer(members.count), "maxItems": .integer(members.count),
    ]
  }

  private func enumeration(_ enumeration: TypeDefinition.Enumeration) -> Tree {
    let values = enumeration.values.map { value -> Tree in
      ["const": .string(value.value), "description": .string(value.doc)]
    }
    if enumeration.isClosed { return ["type": "string", "oneOf": .array(values)] }
    return ["type": "string", "anyOf": .array(values + [["description": "Open: other values."]])]
  }

  /// The schema of a member's type with the bounds and the format of the member.
  private func bounded(_ schema: Tree, _ member: Member) -> Tree {
    var bounds: [(String, Tree)] = []
    if let minimum = member.minimum { bounds.append(("minimum", .integer(minimum))) }
    if let maximum = member.maximum { bounds.append(("maximum", .integer(maximum))) }
    if let maxItems = member.maxItems { bounds.append(("maxItems", .integer(maxItems))) }
    let pattern: [(String, Tree)] = member.format.map { [("pattern", .string($0.pattern))] } ?? []
    guard case .array(let element) = member.type else { return schema.adding(bounds + pattern) }
    let items = self.schema(of: element).adding(pattern)
    guard let minItems = member.minItems, minItems > 0 else {
      return array(of: items).adding(bounds)
    }
    return .object(
      [("type", "array"), ("items", items), ("minItems", .integer(minItems))] + bounds)
  }

  /// The schema of an array, for which `{}` may stand where it is empty.
  private func array(of items: Tree) -> Tree {
    ["type": ["array", "object"], "items": items, "maxProperties": 0]
  }

  /// The schema that null satisfies too.
  private func nullable(_ schema: Tree) -> Tree {
    guard case .object(let members) = schema, !members.isEmpty else { return schema }
    guard let index = members.firstIndex(where: { $0.0 == "type" }) else {
      return ["anyOf": [schema, ["type": "null"]]]
    }
    var widened = members
    switch members[index].1 {
    case .array(let types): widened[index].1 = .array(types + ["null"])
    case let type: widened[index].1 = [type, "null"]
    }
    return .object(widened)
  }

  private func described(_ schema: Tree, _ doc: String) -> Tree {
    guard case .object(let members) = schema else { return schema }
    return .object([("description", .string(doc))] + members)
  }
}
