/// All files that the model stands for, by their paths from the root of the repository.
struct Outputs {
  /// The folder that nobody else writes into.
  static let swiftFolder = "Sources/HostProtocol/Generated"

  /// A file and its text.
  struct File: Equatable {
    let path: String
    let text: String
  }

  /// The files in a fixed order: equal models give equal files.
  let files: [File]

  init(model: Model) {
    files = Outputs.swift(model)
  }

  private static func swift(_ model: Model) -> [File] {
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
    ]
    let generated =
      model.types.map { ("\($0.section)/\($0.name)", types.file(for: $0)) }
      + model.methods.map { ("\($0.section)/\($0.message)", messages.file(for: $0)) }
    return (fixed + generated).map { name, text in
      File(path: "\(swiftFolder)/\(name).swift", text: text)
    }
  }
}
