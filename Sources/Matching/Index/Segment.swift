/// An immutable list of candidates, indexed for matching.
///
/// Inside, the candidates lie in order of length, the shortest first, since length decides between most
/// equals: so the best come early, and what comes late can be refused unseen. That order's positions are
/// called places; rows are the order in which the candidates were appended.
public final class Segment: Sendable {
  /// How many candidates there are.
  public let count: Int
  /// The one-byte forms of all candidates, by place, and `padding`.
  let bytes: [UInt8]
  /// Where each candidate's bytes begin, and where the last ends.
  let offsets: [UInt32]
  /// What each candidate has.
  let planes: Planes
  /// The texts that are not ASCII.
  let originals: Originals
  /// The weights by place; empty if all are 0.
  let weights: [UInt8]
  /// The row of each place.
  let rows: [UInt32]
  /// The place of each row.
  let places: [UInt32]

  /// Readable bytes behind the last candidate, so that vectors can be loaded without a look at the end.
  static let padding = 64

  init(_ builder: SegmentBuilder) {
    let layout = SegmentLayout(builder)
    count = builder.count
    rows = layout.rows
    places = layout.places
    (bytes, offsets) = layout.gatherBytes()
    originals = Originals(layout)
    weights = layout.gatherWeights()
    let others =
      bytes.count + 4 * (offsets.count + rows.count + places.count) + originals.memory
      + weights.count
    planes = Planes(
      bytes: bytes, offsets: offsets,
      budget: Self.planeBudget(count: count, size: builder.byteCount, others: others))
  }

  /// Bits that planes may take for each candidate: an index is to stay below one and a half times its
  /// texts and 24 bytes a candidate.
  private static func planeBudget(count: Int, size: Int, others: Int) -> Int {
    8 * (size * 3 / 2 + 24 * count - others) / max(1, count)
  }

  /// The bytes that the index takes, the texts included.
  var memory: Int {
    bytes.count + 4 * (offsets.count + rows.count + places.count) + planes.memory
      + originals.memory + weights.count
  }

  /// Calls `body` with the bytes of a row's text.
  func withText<Result>(ofRow row: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let place = Int(places[row])
    let (array, range) =
      originals.find(place: place).map { (originals.bytes, $0.range) }
      ?? (bytes, byteRange(ofPlace: place))
    return array.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The weight of a row.
  func weight(ofRow row: Int) -> Int { weights.isEmpty ? 0 : Int(weights[Int(places[row])]) }

  /// The bits of the places that exist among the 64 of a word.
  func valid(inWord word: Int) -> UInt64 {
    let rest = count - 64 * word
    return rest >= 64 ? .max : 1 << UInt64(rest) - 1
  }

  /// Where the one-byte forms of a place are.
  func byteRange(ofPlace place: Int) -> Range<Int> {
    Int(offsets[place])..<Int(offsets[place + 1])
  }
}
