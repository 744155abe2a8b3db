import Matching

/// Items that are searched as one segment: their JSON in one array, by row.
struct ItemBlock {
  /// Bytes of a block, unless its last item goes beyond: offsets have 32 bits, and what is copied when an
  /// item is replaced stays small.
  static let maximumBytes = 4 << 20

  /// Waste that is not worth the work of packing.
  private static let smallWaste = 4096

  private var json: [UInt8]
  /// Where each row's JSON is; empty where the row was removed.
  private var ranges: [Range<UInt32>]
  /// Bytes of JSON that are no row's any more.
  private var waste = 0

  /// Takes over rows.
  init(_ rows: ItemRows) {
    json = [UInt8](unsafeUninitializedCapacity: rows.json.count) { bytes, count in
      count = bytes[...].initialize(fromContentsOf: rows.json)
    }
    ranges = rows.entries.map(\.item)
    waste = json.count - ranges.reduce(0) { $0 + $1.count }
  }

  /// The number of rows, those that were removed included.
  var rowCount: Int { ranges.count }

  /// The bytes of memory.
  var byteCount: Int { json.count + 8 * ranges.count }

  /// Whether more than half of it is kept for nothing.
  var isSparse: Bool { waste > Self.smallWaste && 2 * waste > json.count }

  /// Calls `body` with a row's JSON; nil where it was removed.
  func withJSON<Result>(row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard row < ranges.count, !ranges[row].isEmpty else { return nil }
    let range = Int(ranges[row].lowerBound)..<Int(ranges[row].upperBound)
    return json.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  mutating func replace(row: Int, with item: ArraySlice<UInt8>) {
    waste += ranges[row].count
    let start = UInt32(json.count)
    json.append(contentsOf: item)
    ranges[row] = start..<UInt32(json.count)
  }

  mutating func remove(row: Int) {
    waste += ranges[row].count
    ranges[row] = 0..<0
  }

  /// All rows, read anew.
  func rows() -> ItemRows {
    var rows = ItemRows()
    rows.reserveCapacity(rowCount, byteCount: json.count)
    for row in ranges.indices {
      let isKept = withJSON(row: row) { rows.appendChecked($0) } ?? false
      if !isKept { rows.appendRemoved() }
    }
    return rows
  }
}
