extension JSONValue {
  /// How a value is written.
  public enum Style: Sendable {
    /// On one line without blanks, members in their order.
    case compact
    /// On many lines, indented by two blanks, members in their order.
    case pretty
    /// Like `compact`, members sorted by the bytes of their names: equal values give equal texts.
    case sorted
  }

  /// The value as JSON text; `parse` reads an equal value from it.
  ///
  /// It is written by `JSONWriter`, since libjansson prints 600.3 as 600.29999999999995.
  public func serialized(_ style: Style = .compact) -> String {
    var writer = JSONWriter(appendingTo: [], isPretty: style == .pretty)
    write(into: &writer, sortingMembers: style == .sorted)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Walks the tree; libjansson's parser has bounded its depth.
  func write(into writer: inout JSONWriter, sortingMembers: Bool) {
    switch kind {
    case .null: writer.null()
    case .boolean: writer.value(boolean == true)
    case .integer: writer.value(integer ?? 0)
    case .real: writer.real(double ?? 0)
    case .string: writer.value(string: stringBytes ?? .init(start: nil, count: 0))
    case .array:
      writer.beginArray()
      for element in elements { element.write(into: &writer, sortingMembers: sortingMembers) }
      writer.endArray()
    case .object:
      writer.beginObject()
      for member in sortingMembers ? sortedMembers : members {
        writer.name(member.name)
        member.value.write(into: &writer, sortingMembers: sortingMembers)
      }
      writer.endObject()
    }
  }

  private var sortedMembers: [(name: String, value: JSONValue)] {
    members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
