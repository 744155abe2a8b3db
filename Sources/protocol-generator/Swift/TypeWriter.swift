/// Writes the Swift types of the model's types, one file each.
struct TypeWriter {
  let model: Model
  private let types: SwiftType
  private let objects: ObjectWriter

  /// What every enumeration conforms to; JSON implements it by the raw value.
  private static let codable = "JSONDecodable, JSONEncodable, Sendable"

  init(model: Model) {
    self.model = model
    types = SwiftType(model: model)
    objects = ObjectWriter(model: model)
  }

  /// The source file of a type.
  func file(for type: TypeDefinition) -> String {
    switch type.shape {
    case .object(let members): object(type, members)
    case .tuple(let members): tuple(type, members)
    case .enumeration(let enumeration): self.enumeration(type, enumeration)
    case .union(let cases): union(type, cases)
    }
  }

  private func object(_ type: TypeDefinition, _ members: [Member]) -> String {
    var text = SourceText(imports: imports(members))
    text.doc(type.doc)
    text.block("public struct \(type.name): Equatable, Sendable") { text in
      objects.properties(members, summary: "Creates a value of its members.", to: &text)
      objects.fallbacks(members, to: &text)
    }
    text.blank()
    objects.decoding(of: type.name, members, to: &text)
    text.blank()
    objects.encoding(of: type.name, members, to: &text)
    return text.text
  }

  private func tuple(_ type: TypeDefinition, _ members: [Member]) -> String {
    var text = SourceText(imports: imports(members))
    text.doc(type.doc)
    text.block("public struct \(type.name): Equatable, Sendable") { text in
      objects.properties(members, summary: "Creates a value of its elements.", to: &text)
    }
    text.blank()
    text.block("extension \(type.name): JSONDecodable") { text in
      text.doc("What a failure calls it.")
      text.line("public static var schemaType: String { \"array\" }")
      text.blank()
      text.doc("Reads an array of \(members.count) elements.")
      text.block("public init(json: JSONValue) throws(DecodingFailure)") { text in
        text.line("try json.requireArray(count: \(members.count))")
        for (index, member) in members.enumerated() {
          let range = member.minimum.map { ", in: \($0)..." } ?? ""
          text.line("\(SwiftName.escaped(member.swiftName)) = try json.element(\(index)\(range))")
        }
      }
    }
    text.blank()
    text.block("extension \(type.name): JSONEncodable") { text in
      text.doc("Writes an array of \(members.count) elements.")
      text.block("public func encode(into writer: inout JSONWriter)") { text in
        text.line("writer.beginArray()")
        for member in members {
          text.line("\(SwiftName.escaped(member.swiftName)).encode(into: &writer)")
        }
        text.line("writer.endArray()")
      }
    }
    return text.text
  }

  private func enumeration(_ type: TypeDefinition, _ enumeration: TypeDefinition.Enumeration)
    -> String
  {
    if let module = enumeration.swiftModule { return foreign(type, enumeration, module) }
    var text = SourceText(imports: ["public import JSON"])
    text.doc(type.doc)
    if enumeration.isClosed {
      text.block("public enum \(type.name): String, CaseIterable, \(TypeWriter.codable)") { text in
        for value in enumeration.values {
          let name = SwiftName.value(forValue: value.value)
          let raw = name == value.value ? "" : " = \"\(value.value)\""
          text.doc(value.doc)
          text.line("case \(SwiftName.escaped(name))\(raw)")
        }
      }
      return text.text
    }
    text.block("public struct \(type.name): RawRepresentable, Hashable, \(TypeWriter.codable)") {
      text in
      text.doc("The value on the wire, known or not.")
      text.line("public let rawValue: String")
      text.blank()
      text.doc("Takes any value.")
      text.line("public init(rawValue: String) { self.rawValue = rawValue }")
      text.blank()
      for value in enumeration.values {
        text.doc(value.doc)
        let name = SwiftName.escaped(SwiftName.value(forValue: value.value))
        text.line("public static let \(name) = \(type.name)(rawValue: \"\(value.value)\")")
      }
    }
    return text.text
  }

  private func foreign(
    _ type: TypeDefinition, _ enumeration: TypeDefinition.Enumeration, _ module: String
  ) -> String {
    var text = SourceText(imports: ["public import JSON", "public import \(module)"])
    text.block("extension \(type.name): CaseIterable, JSONDecodable, JSONEncodable") { text in
      text.doc("All values.")
      let values = enumeration.values.map { "." + SwiftName.value(forValue: $0.value) }
      text.line(
        "public static var allCases: [\(type.name)] { [\(values.joined(separator: ", "))] }")
    }
    return text.text
  }

  private func union(_ type: TypeDefinition, _ cases: [Member]) -> String {
    var text = SourceText(imports: imports(cases))
    text.doc(type.doc)
    let equality = cases.allSatisfy { isScalar($0.type) } ? "Hashable" : "Equatable"
    text.block("public enum \(type.name): \(equality), Sendable") { text in
      for item in cases {
        text.doc(item.doc)
        text.line("case \(item.name)(\(types.name(item.type)))")
      }
    }
    text.blank()
    text.block("extension \(type.name): JSONDecodable") { text in
      let expected = cases.map(\.type.notation).joined(separator: " or ")
      text.doc("What a failure calls it.")
      text.line("public static var schemaType: String { \"\(expected)\" }")
      text.blank()
      text.doc("Reads whichever of the types it is.")
      text.block("public init(json: JSONValue) throws(DecodingFailure)") { text in
        text.line("switch json.kind {")
        for item in cases {
          let name = types.name(item.type)
          text.line("case \(kinds(of: item.type)): self = .\(item.name)(try \(name)(json: json))")
        }
        text.line("default: throw DecodingFailure(expected: Self.schemaType, found: json)")
        text.line("}")
      }
    }
    text.blank()
    text.block("extension \(type.name): JSONEncodable") { text in
      text.doc("Writes the value alone.")
      text.block("public func encode(into writer: inout JSONWriter)") { text in
        text.line("switch self {")
        for item in cases {
          text.line("case .\(item.name)(let value): value.encode(into: &writer)")
        }
        text.line("}")
      }
    }
    return text.text
  }

  /// Whether Swift's own types hold it, which are hashable.
  private func isScalar(_ type: TypeExpression) -> Bool {
    switch type {
    case .string, .integer, .number, .boolean: true
    default: false
    }
  }

  private func kinds(of type: TypeExpression) -> String {
    switch type {
    case .integer, .number: ".integer, .real"
    case .boolean: ".boolean"
    case .array: ".array"
    case .object, .map, .named: ".object"
    default: ".string"
    }
  }

  private func imports(_ members: [Member]) -> [String] {
    let needsJSONRPC = members.contains { types.needsJSONRPC($0.type) }
    return ["public import JSON"] + (needsJSONRPC ? ["public import JSONRPC"] : [])
  }
}
