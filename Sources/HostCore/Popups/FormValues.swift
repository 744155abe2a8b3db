import HostProtocol
import JSON

/// What the fields of a form hold when one of its actions is pressed (protocol, PO-20).
struct FormValues {
  /// The values by name, as JSON text, for the plugin: those that were sent, else those that the fields
  /// began with. Names that no field has are left out.
  let text: [UInt8]
  /// Names of required fields that are not filled in.
  let missing: [String]

  /// Reads `values` of a press.
  init(_ values: JSONValue?, of fields: [FormField]) throws(DecodingFailure) {
    var writer = JSONWriter()
    var missing: [String] = []
    writer.beginObject()
    for field in fields {
      let value = try Self.value(of: field, in: values)
      if let value {
        writer.name(field.name)
        writer.value(value)
      }
      if field.required, !field.isFilled(by: value) { missing.append(field.name) }
    }
    writer.endObject()
    text = writer.bytes
    self.missing = missing
  }

  private static func value(
    of field: FormField, in values: JSONValue?
  ) throws(DecodingFailure) -> JSONValue? {
    guard let value = values?[field.name], !value.isNull else { return field.value }
    do {
      try field.checkValue(value)
    } catch {
      throw error.inside(field.name)
    }
    return value
  }
}
