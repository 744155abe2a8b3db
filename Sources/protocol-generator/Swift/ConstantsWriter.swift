/// Writes the codes of errors, the limits and the protocol's version as Swift constants.
struct ConstantsWriter {
  let model: Model

  /// The source file of the error codes that JSON-RPC does not define.
  func errorCodes() -> String {
    var text = SourceText(imports: ["public import JSONRPC"])
    text.block("extension ErrorCode") { text in
      for error in model.errors where error.definedBy == nil {
        text.doc(error.doc)
        text.line(
          "public static let \(error.name) = ErrorCode(rawValue: "
            + "\(SwiftType.grouped(String(error.code))))")
      }
    }
    return text.text
  }

  /// The source file of the limits.
  func limits() -> String {
    var text = SourceText(imports: [])
    text.doc("The limits that hold unless the host is configured otherwise.")
    text.block("public enum ProtocolLimits") { text in
      for (index, limit) in model.limits.enumerated() {
        if index > 0 { text.blank() }
        text.doc("\(limit.member.doc) \(unit(of: limit))")
        text.line("///")
        text.doc(limit.reason)
        text.line(
          "public static let \(limit.member.name) = \(SwiftType.grouped(String(limit.value)))")
      }
    }
    return text.text
  }

  /// The source file of the protocol's version.
  func version() -> String {
    var text = SourceText(imports: [])
    text.block("extension ProtocolRange") { text in
      text.doc("The versions that these types are written for.")
      text.line(
        "public static let supported = ProtocolRange(min: \(model.version), max: \(model.version))")
    }
    return text.text
  }

  /// The source file of the names that no plugin may have.
  func reservedNames() -> String {
    var text = SourceText(imports: [])
    text.doc("The names that no plugin may have, since methods' names begin with them.")
    text.block("public enum ReservedNames") { text in
      text.doc("The names.")
      text.line("public static let all: Set<String> = [")
      text.indented { text in
        for name in model.reservedNames { text.line("\"\(name)\",") }
      }
      text.line("]")
      text.doc("No plugin's name begins with it.")
      text.line("public static let prefix = \"\(model.reservedPrefix)\"")
    }
    return text.text
  }

  private func unit(of limit: Model.Limit) -> String {
    switch limit.unit {
    case "bytes": "In bytes."
    case "ms": "In milliseconds."
    default: "A number."
    }
  }
}
