import HostProtocol
import JSON

/// Items on their way into one `$/progress`.
struct ItemChunk {
  private var writer = JSONWriter()
  private var count = 0

  init() { begin() }

  /// Half of what a `$/progress` may have (`progressChunkBytes`): larger ones gain nothing, and the
  /// host gets at other messages sooner.
  private static let capacity = ProtocolLimits.progressChunkBytes / 2

  /// Whether an item of that text fits; the first always does.
  func hasRoom(for text: [UInt8]) -> Bool {
    count == 0 || writer.bytes.count + text.count < Self.capacity
  }

  /// Adds an item's JSON text.
  mutating func append(_ text: [UInt8]) {
    writer.raw(text)
    count += 1
  }

  /// The JSON text of an `ItemsProgress`, which is then empty; nil if there are no items.
  mutating func take() -> [UInt8]? {
    guard count > 0 else { return nil }
    writer.endArray()
    writer.endObject()
    defer {
      writer = JSONWriter()
      count = 0
      begin()
    }
    return writer.bytes
  }

  private mutating func begin() {
    writer.beginObject()
    writer.name("items")
    writer.beginArray()
  }
}
