import HostProtocol
import JSON

/// What a field of a form takes.
extension FormField {
  /// Checks that the field has what its kind needs, and that it begins with a value that it takes.
  func check() throws(DecodingFailure) {
    switch kind {
    case .choice:
      try CheckedContent.require(choices, "choices", "array")
      try CheckedContent.checkUnique((choices ?? []).map(\.id), "id", of: "choices")
    case .autocomplete: try CheckedContent.require(source, "source", "string")
    default: break
    }
    guard let value else { return }
    do { try checkValue(value) } catch { throw error.inside("value") }
  }

  /// Checks that a value is one that the field takes.
  ///
  /// The failure tells the type that was found, never the value: it may be a secret.
  func checkValue(_ value: JSONValue) throws(DecodingFailure) {
    switch kind {
    case .text, .secret, .autocomplete: _ = try String(json: value)
    case .number: _ = try Double(json: value)
    case .toggle: _ = try Bool(json: value)
    case .choice:
      let id = try String(json: value)
      guard let choices, choices.contains(where: { $0.id == id }) else {
        throw DecodingFailure(expected: "id of one of the choices", found: "another string")
      }
    default: break
    }
  }

  /// Whether a value counts as filled in: an empty text does not, blanks do.
  func isFilled(by value: JSONValue?) -> Bool {
    guard let value, !value.isNull else { return false }
    return value.string != ""
  }
}
