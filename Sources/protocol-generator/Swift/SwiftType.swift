import JSON

/// How the model's types and values are written in Swift.
struct SwiftType {
  let model: Model

  /// A type as Swift writes it.
  func name(_ type: TypeExpression) -> String {
    switch type {
    case .string: "String"
    case .integer: "Int"
    case .number: "Double"
    case .boolean: "Bool"
    case .any, .object: "JSONValue"
    case .id: "RequestID"
    case .array(let element): "[\(name(element))]"
    case .map(let value): "[String: \(name(value))]"
    case .named(let name): name
    }
  }

  /// The type of a member's property.
  func name(_ member: Member) -> String {
    switch member.presence {
    case .required, .defaulted: name(member.type)
    case .optional, .nullable: name(member.type) + "?"
    }
  }

  /// A value of the model, such as a default, as a Swift expression.
  func literal(_ value: JSONValue, of type: TypeExpression) -> String {
    switch type {
    case .array(let element):
      "[\(value.elements.map { literal($0, of: element) }.joined(separator: ", "))]"
    case .map: "[:]"
    case .integer: SwiftType.grouped(value.serialized())
    case .named(let name):
      switch model.type(name)?.shape {
      case .enumeration: "." + SwiftName.value(forValue: value.string ?? "")
      default: "\(name)()"
      }
    default: value.serialized()
    }
  }

  /// The value that a property has when the initializer is not told one; nil where it must be told.
  func initial(_ member: Member) -> String? {
    switch member.presence {
    case .required: nil
    case .optional, .nullable: "nil"
    case .defaulted(let value): literal(value, of: member.type)
    }
  }

  /// Whether a value of the type needs the module JSONRPC.
  func needsJSONRPC(_ type: TypeExpression) -> Bool {
    switch type {
    case .id: true
    case .array(let element), .map(let element): needsJSONRPC(element)
    case .named(let name):
      if case .enumeration(let enumeration) = model.type(name)?.shape {
        enumeration.swiftModule == "JSONRPC"
      } else {
        false
      }
    default: false
    }
  }

  /// A decimal number with `_` between groups of three digits.
  static func grouped(_ digits: String) -> String {
    guard digits.count > 4, !digits.contains(".") else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, text != "-" { text.append("_") }
      text.append(digit)
    }
    return text
  }
}
