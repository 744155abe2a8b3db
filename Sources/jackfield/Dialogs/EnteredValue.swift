import JSON

/// What a field of a form holds.
enum EnteredValue: Equatable, JSONEncodable {
  case text(String)
  case whole(Int64)
  case number(Double)
  case toggle(Bool)
  /// What the plugin gave, unchanged.
  case given(JSONValue)

  func encode(into writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.value(text)
    case .whole(let number): writer.value(number)
    case .number(let number): writer.value(number)
    case .toggle(let isOn): writer.value(isOn)
    case .given(let value): writer.value(value)
    }
  }
}
