/// Puts what a builder has collected in order of length.
struct SegmentLayout {
  /// Texts of this length and more keep the order of the source among themselves.
  private static let lengths = 1 << Rank.lengthBits

  /// The row of each place.
  let rows: [UInt32]
  /// The place of each row.
  let places: [UInt32]
  let builder: SegmentBuilder

  init(_ builder: SegmentBuilder) {
    self.builder = builder
    let places = Self.sortedByLength(builder)
    var rows = [UInt32](repeating: 0, count: places.count)
    for (row, place) in places.enumerated() { rows[Int(place)] = UInt32(row) }
    self.rows = rows
    self.places = places
  }

  /// The one-byte forms by place, and where each begins.
  func gatherBytes() -> (bytes: [UInt8], offsets: [UInt32]) {
    builder.texts.withUnsafeBufferPointer { texts in
      builder.folded.withUnsafeBufferPointer { folded in
        gather(rows, size: rows.indices.reduce(0) { $0 + builder.length(ofRow: $1) }) { row in
          builder.entries[row].isASCII
            ? texts[builder.textRange(ofRow: row)] : folded[builder.foldedRange(ofRow: row)]
        }
      }
    }
  }

  /// The texts that are not ASCII by place, and where each begins; nothing if all are ASCII.
  func gatherOriginals() -> (bytes: [UInt8], offsets: [UInt32]) {
    let rows = rows.filter { !builder.entries[Int($0)].isASCII }
    if rows.isEmpty { return ([], []) }
    return builder.texts.withUnsafeBufferPointer { texts in
      let size = rows.reduce(0) { $0 + builder.textRange(ofRow: Int($1)).count }
      return gather(rows, size: size) { texts[builder.textRange(ofRow: $0)] }
    }
  }

  /// The weights by place; nothing if all are 0.
  func gatherWeights() -> [UInt8] {
    if builder.entries.allSatisfy({ $0.weight == 0 }) { return [] }
    return rows.map { builder.entries[Int($0)].weight }
  }

  /// A counting sort: the place of each row.
  private static func sortedByLength(_ builder: SegmentBuilder) -> [UInt32] {
    var ends = [UInt32](repeating: 0, count: lengths)
    for row in 0..<builder.count { ends[min(builder.length(ofRow: row), lengths - 1)] += 1 }
    var sum: UInt32 = 0
    for length in ends.indices {
      (ends[length], sum) = (sum, sum + ends[length])
    }
    return (0..<builder.count).map { row in
      let length = min(builder.length(ofRow: row), lengths - 1)
      defer { ends[length] += 1 }
      return ends[length]
    }
  }

  /// Puts the pieces of rows, `size` bytes in all, one behind the other, and padding behind them.
  private func gather(
    _ rows: [UInt32], size: Int, _ piece: (Int) -> Slice<UnsafeBufferPointer<UInt8>>
  ) -> (bytes: [UInt8], offsets: [UInt32]) {
    var offsets: [UInt32] = [0]
    offsets.reserveCapacity(rows.count + 1)
    let capacity = size + Segment.padding
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
      var end = 0
      for row in rows {
        end = bytes[end...].initialize(fromContentsOf: piece(Int(row)))
        offsets.append(UInt32(end))
      }
      bytes[end...].initialize(repeating: 0)
      count = capacity
    }
    return (bytes, offsets)
  }
}

extension SegmentBuilder {
  /// Where the text of a row is in `texts`.
  func textRange(ofRow row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(entries[row - 1].textEnd))..<Int(entries[row].textEnd)
  }

  /// Where the one-byte forms of a row are in `folded`, unless it is ASCII.
  func foldedRange(ofRow row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(entries[row - 1].foldedEnd))..<Int(entries[row].foldedEnd)
  }

  /// How many characters a row has.
  func length(ofRow row: Int) -> Int {
    entries[row].isASCII ? textRange(ofRow: row).count : foldedRange(ofRow: row).count
  }
}
