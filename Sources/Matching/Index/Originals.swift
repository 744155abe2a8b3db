internal import CMatching

/// The texts of a segment that are not ASCII; the others stand for themselves.
struct Originals: Sendable {
  /// The texts, one behind the other, and `Segment.padding`.
  let bytes: [UInt8]
  /// Where each begins, and where the last ends.
  let offsets: [UInt32]
  /// Which places have one, a bit each; empty if none has.
  private let present: [UInt64]
  /// How many have one before each word of `present`.
  private let ranks: [UInt32]
  /// Which of those that have one are direct, a bit each by rank.
  private let direct: [UInt64]

  /// A text while it is compared.
  struct Text {
    /// Its bytes; `Segment.padding` more can be read.
    let bytes: UnsafeRawBufferPointer
    /// Whether each of its code points is one character, so that characters can be found by counting.
    let isDirect: Bool
  }

  init(_ layout: SegmentLayout) {
    var present: [UInt64] = []
    var ranks: [UInt32] = []
    var direct: [UInt64] = []
    (bytes, offsets) = layout.gatherOriginals()
    if offsets.count > 1 {
      present = Array(repeating: 0, count: (layout.rows.count + 63) / 64)
      direct = Array(repeating: 0, count: (offsets.count + 62) / 64)
      var rank = 0
      for (place, row) in layout.rows.enumerated() {
        if place % 64 == 0 { ranks.append(UInt32(rank)) }
        let entry = layout.builder.entries[Int(row)]
        if entry.isASCII { continue }
        present[place / 64] |= 1 << UInt64(place % 64)
        if entry.isDirect { direct[rank / 64] |= 1 << UInt64(rank % 64) }
        rank += 1
      }
    }
    self.present = present
    self.ranks = ranks
    self.direct = direct
  }

  /// The bytes of memory.
  var memory: Int {
    bytes.count + 4 * offsets.count + 8 * present.count + 4 * ranks.count + 8 * direct.count
  }

  /// Where the text of a place is, and whether it is direct; nil if it is ASCII.
  func find(place: Int) -> (range: Range<Int>, isDirect: Bool)? {
    guard !present.isEmpty else { return nil }
    let word = present[place / 64] >> UInt64(place % 64)
    guard word & 1 == 1 else { return nil }
    let before = present[place / 64] & (1 << UInt64(place % 64) - 1)
    let rank = Int(ranks[place / 64]) + before.nonzeroBitCount
    return (
      Int(offsets[rank])..<Int(offsets[rank + 1]), direct[rank / 64] >> UInt64(rank % 64) & 1 == 1
    )
  }
}

extension Originals.Text {
  /// The bytes from the character at `place` on; the text must be direct.
  func character(at place: Int) -> UnsafeRawBufferPointer {
    guard let base = bytes.baseAddress else { return bytes }
    let offset = cmatching_code_point_offset(base, bytes.count, place)
    return UnsafeRawBufferPointer(rebasing: bytes[offset...])
  }
}
