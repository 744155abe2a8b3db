import JSON
import Matching

/// Items in their order as bytes: the JSON of all, and where each and its members begin.
///
/// An item of a list costs no allocation of its own; who needs one in full reads it again.
struct ItemRows {
  /// Where an item and its members are in `json`; empty ranges for one that was removed.
  struct Entry {
    let item: Range<UInt32>
    /// The id with its quotes.
    fileprivate(set) var id: Range<UInt32> = 0..<0
    /// What is matched, with its quotes.
    fileprivate(set) var matched: Range<UInt32> = 0..<0
    /// On the matcher's scale.
    fileprivate(set) var weight: UInt8 = 0
  }

  /// The JSON of all items, one behind the other.
  private(set) var json: [UInt8] = []
  private(set) var entries: [Entry] = []

  /// Creates a list without items.
  init() {}

  /// The number of items.
  var count: Int { entries.count }

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// Makes room.
  mutating func reserveCapacity(_ count: Int, byteCount: Int) {
    entries.reserveCapacity(count)
    json.reserveCapacity(byteCount)
  }

  /// Adds an item; throws where it can't be used.
  mutating func append(_ item: UnsafeRawBufferPointer) throws(ItemText.Fault) {
    let members = ItemMembers(item)
    try members.check()
    let start = UInt32(json.count)
    var entry = Entry(item: start..<start + UInt32(item.count))
    entry.id = Self.moved(members.id, by: start)
    entry.matched = Self.moved(members.matched, by: start)
    entry.weight = UInt8(Self.matcherWeight(try members.weight()))
    json.append(contentsOf: item)
    entries.append(entry)
  }

  /// Adds an item that was checked before; returns whether it could be read again.
  mutating func appendChecked(_ item: UnsafeRawBufferPointer) -> Bool {
    do throws(ItemText.Fault) {
      try append(item)
      return true
    } catch {
      return false
    }
  }

  /// Adds an item of other rows.
  mutating func append(_ entry: Entry, of rows: borrowing ItemRows) {
    let start = UInt32(json.count)
    var moved = Entry(item: start..<start + UInt32(entry.item.count))
    let offset = start &- entry.item.lowerBound
    moved.id = (entry.id.lowerBound &+ offset)..<(entry.id.upperBound &+ offset)
    moved.matched = (entry.matched.lowerBound &+ offset)..<(entry.matched.upperBound &+ offset)
    moved.weight = entry.weight
    json.append(contentsOf: rows.json[entry.item.indices])
    entries.append(moved)
  }

  /// Adds the place of an item that was removed.
  mutating func appendRemoved() {
    entries.append(Entry(item: 0..<0))
  }

  /// Drops all but the first items.
  mutating func keep(first count: Int) {
    guard count < entries.count else { return }
    entries.removeLast(entries.count - max(count, 0))
  }

  /// Puts an item of other rows into the place of one; the old one's JSON stays behind.
  mutating func replace(_ row: Int, with entry: Entry, of rows: borrowing ItemRows) {
    append(entry, of: rows)
    entries[row] = entries.removeLast()
  }

  /// The rows that were not removed, without JSON that none of them has.
  func packed() -> ItemRows {
    var packed = ItemRows()
    packed.reserveCapacity(count, byteCount: json.count)
    for entry in entries where !entry.item.isEmpty { packed.append(entry, of: self) }
    return packed
  }

  /// Calls `body` with the UTF-8 of an item's id.
  func withID<Result>(
    _ entry: Entry, scratch: inout [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    json.withUnsafeBytes {
      ItemMembers.withBytes(of: $0, entry.id.indices, scratch: &scratch, body)
    }
  }

  /// The matcher's index of the rows; one that was removed is an empty text.
  func index() -> Segment {
    var builder = SegmentBuilder()
    builder.reserveCapacity(byteCount: entries.reduce(0) { $0 + $1.matched.count })
    var scratch: [UInt8] = []
    json.withUnsafeBytes { json in
      for entry in entries {
        if entry.matched.isEmpty {
          builder.append(UnsafeRawBufferPointer(start: nil, count: 0))
        } else {
          ItemMembers.withBytes(of: json, entry.matched.indices, scratch: &scratch) {
            builder.append($0, weight: Int(entry.weight))
          }
        }
      }
    }
    return builder.finish()
  }

  private static func moved(_ range: Range<Int>?, by offset: UInt32) -> Range<UInt32> {
    guard let range else { return 0..<0 }
    return (UInt32(range.lowerBound) + offset)..<(UInt32(range.upperBound) + offset)
  }

  /// The plugin's weight on the matcher's scale, 0 to 255, where no weight is the middle.
  private static func matcherWeight(_ weight: Int) -> Int {
    (weight + ItemText.maximumWeight) * 255 / (2 * ItemText.maximumWeight)
  }
}

extension Range<UInt32> {
  /// The same as places in an array.
  fileprivate var indices: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
