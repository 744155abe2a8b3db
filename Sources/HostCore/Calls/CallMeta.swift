import JSON

/// What the host puts into `_meta` of requests that it makes itself.
struct CallMeta {
  /// The time that the answer may take; nil where none is told.
  let limit: Duration?
  /// The origin's trace, as written; empty where there is none.
  let trace: [UInt8]

  /// The text of an object, with `_meta` as its last member.
  func added(to params: [UInt8]) -> [UInt8] {
    guard limit != nil || !trace.isEmpty, params.last == UInt8(ascii: "}") else { return params }
    var text = params
    text.removeLast()
    if text.count > 1 { text.append(UInt8(ascii: ",")) }
    text.append(contentsOf: #""_meta":"#.utf8)
    var writer = JSONWriter(appendingTo: text)
    writer.beginObject()
    writer.member("deadlineMs", limit.map(\.wholeMilliseconds))
    if !trace.isEmpty {
      writer.name("trace")
      writer.raw(trace)
    }
    writer.endObject()
    text = writer.bytes
    text.append(UInt8(ascii: "}"))
    return text
  }
}
