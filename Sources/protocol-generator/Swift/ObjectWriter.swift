import JSON

/// Writes Swift structs for JSON objects.
struct ObjectWriter {
  let model: Model
  private let types: SwiftType

  init(model: Model) {
    self.model = model
    types = SwiftType(model: model)
  }

  /// Appends the stored properties and the memberwise initializer.
  func properties(_ members: [Member], summary: String, to text: inout SourceText) {
    for member in members {
      text.doc(documentation(of: member))
      text.line("public var \(SwiftName.escaped(member.swiftName)): \(types.name(member))")
    }
    if !members.isEmpty { text.blank() }
    text.doc(summary)
    let parameters = members.map { member in
      let initial = types.initial(member).map { " = \($0)" } ?? ""
      return "\(SwiftName.escaped(member.swiftName)): \(types.name(member))\(initial)"
    }
    guard !members.isEmpty else {
      text.line("public init() {}")
      return
    }
    text.list("public init", parameters, " {")
    text.indented { text in
      for member in members {
        text.line("self.\(member.swiftName) = \(SwiftName.escaped(member.swiftName))")
      }
    }
    text.line("}")
  }

  /// Appends the constants that optional members fall back to.
  func fallbacks(_ members: [Member], to text: inout SourceText) {
    let members = members.filter { $0.fallback != nil }
    guard !members.isEmpty else { return }
    text.blank()
    text.doc("What holds where neither this nor anything else says otherwise.")
    text.block("public enum Default") { text in
      for member in members {
        guard let fallback = member.fallback else { continue }
        text.doc("The default of `\(member.name)`.")
        text.line(
          "public static let \(SwiftName.escaped(member.swiftName)): \(types.name(member.type)) = "
            + types.literal(fallback, of: member.type))
      }
    }
  }

  /// Appends the conformance to `JSONDecodable`.
  func decoding(
    of name: String, _ members: [Member], exactlyOneOf: [String] = [], to text: inout SourceText
  ) {
    text.block("extension \(name): JSONDecodable") { text in
      text.doc("Reads an object; members that it does not know are ignored.")
      text.block("public init(json: JSONValue) throws(DecodingFailure)") { text in
        if members.isEmpty { text.line("try json.requireObject()") }
        if !exactlyOneOf.isEmpty {
          let names = exactlyOneOf.map { "\"\($0)\"" }.joined(separator: ", ")
          text.line("try json.requireExactlyOne(of: [\(names)])")
        }
        for member in members { text.line(reading(member)) }
      }
    }
  }

  /// Appends the conformance to `JSONEncodable`.
  func encoding(of name: String, _ members: [Member], to text: inout SourceText) {
    text.block("extension \(name): JSONEncodable") { text in
      text.doc("Writes an object; what is nil is left out.")
      text.block("public func encode(into writer: inout JSONWriter)") { text in
        text.line("writer.beginObject()")
        for member in members {
          let call = member.presence == .nullable ? "nullableMember" : "member"
          text.line("writer.\(call)(\"\(member.name)\", \(SwiftName.escaped(member.swiftName)))")
        }
        text.line("writer.endObject()")
      }
    }
  }

  private func reading(_ member: Member) -> String {
    let property = SwiftName.escaped(member.swiftName)
    let target = property == "json" ? "self.json" : property
    let isRequired = member.presence == .required
    let call = (isRequired ? "required" : "optional") + (member.type == .object ? "Object" : "")
    var expression = "try json.\(call)(\"\(member.name)\"\(bounds(of: member)))"
    if case .defaulted(let value) = member.presence {
      expression += " ?? \(types.literal(value, of: member.type))"
    }
    return "\(target) = \(expression)"
  }

  private func bounds(of member: Member) -> String {
    if let minimum = member.minimum {
      let maximum = member.maximum.map { SwiftType.grouped(String($0)) } ?? ""
      return ", in: \(SwiftType.grouped(String(minimum)))...\(maximum)"
    }
    if member.minItems != nil || member.maxItems != nil {
      let maximum = member.maxItems.map { SwiftType.grouped(String($0)) } ?? ""
      return ", count: \(member.minItems ?? 0)...\(maximum)"
    }
    return ""
  }

  private func documentation(of member: Member) -> String {
    guard let unit = member.unit, unit != "count" else { return member.doc }
    return
      "\(member.doc) In \(unit == "ms" ? "milliseconds" : unit == "µs" ? "microseconds" : unit)."
  }
}
