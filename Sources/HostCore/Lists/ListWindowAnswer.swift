import JSON

/// The result of `list/window`.
struct ListWindowAnswer: JSONEncodable, Equatable {
  var slice: ListSlice
  let total: Int
  let hasMore: Bool
  let revision: Int

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("rows")
    writer.beginArray()
    for group in slice.groups {
      for row in group.rows { row.encode(into: &writer, section: group.label.id) }
    }
    writer.endArray()
    writer.name("sections")
    writer.beginArray()
    var seen: Set<ExactID> = []
    for group in slice.groups where seen.insert(group.label.id).inserted {
      writer.beginObject()
      group.label.encodeMembers(into: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.member("total", total)
    writer.member("hasMore", hasMore)
    writer.member("revision", revision)
    writer.endObject()
  }
}
