import JSON

extension Value: JSONEncodable {
  /// Writes the value; numbers as they were written.
  func encode(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.value(value)
    case .number(let number): writer.raw(Array(number.text.utf8))
    case .string(let text): writer.value(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.encode(into: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.name(member.name)
        member.value.encode(into: &writer)
      }
      writer.endObject()
    }
  }

  /// The value as compact JSON text.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    encode(into: &writer)
    return writer.bytes
  }

  /// The value as compact JSON text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What stands in a longer text for the value: a string's own text, of anything else its JSON.
  var inserted: String { string ?? text }
}
