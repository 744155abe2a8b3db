import HostProtocol
import JSON

/// A list as front ends get it with its screen.
struct ListHead: JSONEncodable, Equatable {
  let cellTypes: [CellType]
  let slice: ListSlice
  let total: Int
  let hasMore: Bool
  let revision: Int

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("cellTypes", cellTypes)
    writer.name("sections")
    writer.beginArray()
    for group in slice.groups {
      writer.beginObject()
      group.label.encodeMembers(into: &writer)
      writer.name("rows")
      writer.beginArray()
      for row in group.rows { row.encode(into: &writer) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.member("total", total)
    writer.member("hasMore", hasMore)
    writer.member("revision", revision)
    writer.endObject()
  }
}
