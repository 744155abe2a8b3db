import JSON

/// The params of the host's `autocomplete/resolve`.
struct ResolveParams: JSONEncodable {
  let item: SourceItem

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("source", item.source.name)
    writer.member("item", item.item.id)
    writer.name("data")
    item.item.encodeData(into: &writer)
    writer.endObject()
  }
}

/// The result of a front end's `autocomplete/resolve`.
struct ResolveAnswer: JSONEncodable {
  let item: SourceItem
  let documentation: String?

  init(item: SourceItem, documentation: String?) {
    self.item = item
    self.documentation = documentation
  }

  /// Reads a plugin's result; an item of another id is none of this answer's business.
  init(item: SourceItem, result: UnsafeRawBufferPointer) throws(ItemText.Fault) {
    var better: ItemText?
    if let written = result.member("item"), written.first == UInt8(ascii: "{") {
      better = try ItemText(written)
    }
    let isSame = better?.id == item.item.id
    self.item = SourceItem(
      source: item.source, item: isSame ? better ?? item.item : item.item)
    documentation = result.member("documentation")?.jsonString
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("item")
    writer.value(WholeItem(item))
    writer.member("documentation", documentation?.shown)
    writer.endObject()
  }
}
