/// All files that the model stands for, by their paths from the root of the repository.
struct Outputs {
  /// The folders that nobody else writes into.
  static let folders = [
    "Sources/HostProtocol/Generated", "Tests/HostProtocolTests/Generated", "protocol/schema",
  ]
  /// The page whose reference part is generated.
  static let page = "protocol/README.md"

  /// A file and its text.
  struct File: Equatable {
    let path: String
    let text: String
  }

  /// The files in a fixed order: equal models give equal files.
  let files: [File]

  /// Makes all files; `page` is the present text of the page with the reference.
  init(model: Model, page: String) throws {
    let document = OpenRPCWriter(model: model).document()
    guard let page = ReferenceWriter(model: model).page(replacingReferenceIn: page) else {
      throw Generator.Failure(description: "\(Outputs.page) lacks the marks of its reference")
    }
    files =
      try Outputs.swift(model, document: document.compact()) + Outputs.schemas(model) + [
        File(path: "protocol/openrpc.json", text: document.pretty()),
        File(path: Outputs.page, text: page),
        File(
          path: "Tests/HostProtocolTests/Generated/GeneratedTypes.swift",
          text: RegistryWriter(model: model).file()),
        File(
          path: "Plugins/sdk/python/jackfield_plugin/protocol.py",
          text: PythonConstantsWriter(model: model).file()),
      ]
  }

  private static func swift(_ model: Model, document: String) -> [File] {
    let types = TypeWriter(model: model)
    let messages = MessageWriter(model: model)
    let methods = MethodTableWriter(model: model)
    let constants = ConstantsWriter(model: model)
    let fixed = [
      ("Method", methods.enumeration()),
      ("Method+Lookup", methods.lookup()),
      ("Method+Facts", methods.facts()),
      ("ErrorCode+Protocol", constants.errorCodes()),
      ("ProtocolLimits", constants.limits()),
      ("ProtocolRange+Supported", constants.version()),
      ("ReservedNames", constants.reservedNames()),
      ("OpenRPCDocument", DocumentWriter().file(for: document)),
    ]
    let generated =
      model.types.map { ("\($0.section)/\($0.name)", types.file(for: $0)) }
      + model.methods.map { ("\($0.section)/\($0.message)", messages.file(for: $0)) }
    return (fixed + generated).map { name, text in
      File(path: "Sources/HostProtocol/Generated/\(name).swift", text: text)
    }
  }

  private static func schemas(_ model: Model) throws -> [File] {
    let writer = MessageSchemaWriter(model: model)
    let entries = try MethodDefinition.Direction.allCases.map { direction in
      File(
        path: "protocol/schema/\(direction.fileName).schema.json",
        text: try writer.entry(direction).pretty())
    }
    let bundle = File(
      path: "protocol/schema/jackfield.schema.json", text: try writer.bundle().pretty())
    return [bundle] + entries
  }
}

extension MethodDefinition.Direction {
  /// The name of the schema's file: `front-end-to-host`.
  fileprivate var fileName: String {
    rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }
}
