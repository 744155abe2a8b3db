internal import CMatching

/// One bit a candidate for each thing that a text can have, so that 512 texts are judged at once, unread.
///
/// A query's letters are dealt out to the parts of a text in turn, as many to each as it has in their order;
/// if any is left, the text does not hold the query. Letters that start and end words, the first letter and
/// pairs of characters tell how good an alignment can be at most.
///
/// Candidates behind the last full 64 have no planes and are always read.
struct Planes: Sendable {
  /// The planes, in blocks of `CMATCHING_BLOCK` candidates, plane by plane.
  let words: [UInt64]
  /// Which planes there are.
  let layout: cmatching_layout
  /// How many candidates they cover.
  let covered: Int

  /// Planes of texts that lie one behind the other, within the memory that is left for them.
  ///
  /// - Parameters:
  ///   - bytes: the one-byte forms, and `Segment.padding`.
  ///   - offsets: where each begins, and where the last ends.
  ///   - budget: bits that they may take for each candidate.
  init(bytes: [UInt8], offsets: [UInt32], budget: Int) {
    let layout = cmatching_layout(budget: budget)
    let count = UInt32(offsets.count - 1)
    covered = Int(count / 64 * 64)
    let size = Int(cmatching_plane_words(layout, count))
    words = [UInt64](unsafeUninitializedCapacity: size + Self.padding) { words, initialized in
      words.initialize(repeating: 0)
      initialized = words.count
      guard size > 0 else { return }
      cmatching_fill_planes(layout, bytes, offsets, count, words.baseAddress)
    }
    self.layout = layout
  }

  /// Words behind the last that are read and not looked at.
  private static let padding = 7

  /// Whether they tell where words start and end.
  var hasBorders: Bool { layout.has_borders }

  /// The bytes of memory.
  var memory: Int { 8 * words.count }
}

extension cmatching_layout {
  /// The planes that tell most for this many bits a candidate.
  ///
  /// Short texts are words as a rule, of which only the first letter starts and only the last ends one.
  fileprivate init(budget: Int) {
    let letters = 32
    let first = 5
    let head = 1
    let long = 4 * letters + 3 * letters + first + head
    self.init()
    has_borders = budget >= long + Self.fewestPairs
    parts = has_borders ? 4 : 2
    let rest = budget - (has_borders ? long : 2 * letters + first + head)
    pairs = UInt16(max(Self.fewestPairs, min(rest, Self.mostPairs)) / 8 * 8)
  }

  /// Below, pairs tell nothing: each short word has most of them.
  private static let fewestPairs = 32
  /// Beyond, pairs that share a plane are rare.
  private static let mostPairs = 256
}
