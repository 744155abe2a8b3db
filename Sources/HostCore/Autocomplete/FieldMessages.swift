import JSON

/// The result of `autocomplete/return`; the item whole, as its plugin wrote it.
struct ReturnAnswer: JSONEncodable {
  let selection: String
  let item: SourceItem?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("selection", selection)
    writer.name("item")
    writer.value(WholeItem(item))
    writer.endObject()
  }
}

/// The params of `autocomplete/didSelect`.
struct SelectionNotice: JSONEncodable {
  let field: FieldName
  let item: SourceItem?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("field", field.text)
    writer.name("item")
    writer.value(WholeItem(item))
    writer.endObject()
  }
}

/// The params of `autocomplete/returned`; towards its plugin an item is its id and its data.
struct ReturnedParams: JSONEncodable {
  let source: SourceReference
  let field: FieldName
  let session: SessionID
  let selection: String
  let item: ItemText?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("source", source.name)
    writer.member("field", field.text)
    writer.member("session", session.description)
    writer.member("selection", selection)
    writer.name("item")
    if let item { writer.value(item.id) } else { writer.null() }
    writer.name("data")
    if let item { item.encodeData(into: &writer) } else { writer.null() }
    writer.endObject()
  }
}

/// An item as front ends get it: whole, with its source; null for none.
struct WholeItem: JSONEncodable {
  let item: SourceItem?

  init(_ item: SourceItem?) {
    self.item = item
  }

  func encode(into writer: inout JSONWriter) {
    guard let item else { return writer.null() }
    writer.beginObject()
    item.item.encodeMembers(into: &writer)
    writer.member("source", item.source.qualifiedName)
    writer.endObject()
  }
}
