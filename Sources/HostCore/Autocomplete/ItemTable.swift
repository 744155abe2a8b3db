import JSON
import Matching

/// The items of a datasource in their order: the JSON as it came, and the matcher's snapshot of it.
struct ItemTable {
  /// Rows of one segment at most. Replacing an item rebuilds its segment, so that the item keeps its
  /// place: 8,192 rows are rebuilt in about two milliseconds.
  static let segmentRows = 8192

  /// The immutable index that searches run on.
  private(set) var snapshot = Snapshot()
  private var segments: [ItemSegment] = []
  private var places: [String: CandidateID] = [:]

  /// The number of items.
  var count: Int { places.count }

  /// The item at a place that a search found; nil once it is gone.
  func item(at place: CandidateID) -> ItemText? {
    guard Int(place.segment) < segments.count else { return nil }
    return segments[Int(place.segment)].item(row: Int(place.row))
  }

  /// All items, in order.
  var all: [ItemText] { segments.flatMap(\.items) }

  /// Bytes that the items and their index take, roughly.
  private(set) var byteCount = 0

  /// The item with an id.
  func item(id: String) -> ItemText? {
    places[id].flatMap { item(at: $0) }
  }

  /// Appends items in order; one whose id is there already takes that one's place.
  mutating func append(_ items: [ItemText]) {
    var fresh: [ItemText] = []
    var freshIDs: [String: Int] = [:]
    for item in items {
      if let index = freshIDs[item.id] {
        fresh[index] = item
      } else if places[item.id] != nil {
        replace(item)
      } else {
        freshIDs[item.id] = fresh.count
        fresh.append(item)
      }
    }
    var rest = fresh[...]
    while !rest.isEmpty {
      appendSegment(Array(rest.prefix(Self.segmentRows)))
      rest = rest.dropFirst(Self.segmentRows)
    }
  }

  /// Puts items into the places of those with the same ids; unknown ones are appended.
  mutating func replace(_ items: [ItemText]) {
    for item in items {
      if places[item.id] == nil { append([item]) } else { replace(item) }
    }
  }

  /// Removes the items with these ids; unknown ids are ignored.
  mutating func remove(_ ids: [String]) {
    for id in ids {
      guard let place = places.removeValue(forKey: id) else { continue }
      segments[Int(place.segment)].remove(row: Int(place.row))
      snapshot.remove(place)
    }
  }

  private mutating func appendSegment(_ items: [ItemText]) {
    let segment = ItemSegment(items)
    for (row, item) in items.enumerated() {
      places[item.id] = CandidateID(segment: UInt32(segments.count), row: UInt32(row))
    }
    segments.append(segment)
    byteCount += segment.byteCount
    snapshot.append(segment.index())
  }

  private mutating func replace(_ item: ItemText) {
    guard let place = places[item.id] else { return }
    let number = Int(place.segment)
    byteCount +=
      2 * (item.json.count - (segments[number].item(row: Int(place.row))?.json.count ?? 0))
    segments[number].replace(row: Int(place.row), with: item)
    snapshot.replaceSegment(at: number, with: segments[number].index())
  }
}

/// Items that were appended together, by row.
private struct ItemSegment {
  private var rows: [ItemText?]

  init(_ items: [ItemText]) {
    rows = items
  }

  /// The items that were not removed.
  var items: [ItemText] { rows.compactMap(\.self) }

  /// Bytes of the items' JSON, and as much again for their index.
  var byteCount: Int { rows.reduce(0) { $0 + 2 * ($1?.json.count ?? 0) } }

  func item(row: Int) -> ItemText? {
    row < rows.count ? rows[row] : nil
  }

  mutating func replace(row: Int, with item: ItemText) {
    rows[row] = item
  }

  mutating func remove(row: Int) {
    rows[row] = nil
  }

  /// The plugin's weight on the matcher's scale, 0 to 255, where no weight is the middle.
  private static func matcherWeight(_ weight: Int) -> Int {
    (weight + ItemText.maximumWeight) * 255 / (2 * ItemText.maximumWeight)
  }

  /// The matcher's index of the rows; a row that was removed is an empty text that nothing matches.
  func index() -> Segment {
    var builder = SegmentBuilder()
    for row in rows {
      var text = row?.matchedText ?? ""
      text.withUTF8 {
        builder.append(UnsafeRawBufferPointer($0), weight: Self.matcherWeight(row?.weight ?? 0))
      }
    }
    return builder.finish()
  }
}
