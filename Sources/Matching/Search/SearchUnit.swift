/// A piece of a search that one thread does without a pause.
struct SearchUnit: Sendable {
  /// Candidates in a unit: some ten microseconds of work, enough to make handing it out cheap. Two blocks
  /// of planes.
  static let size = 1024

  /// Which segment of the snapshot.
  let segment: Int
  /// Which places of it, in words of 64.
  let words: Range<Int>

  /// The units of a snapshot, those with the shortest texts first.
  static func all(of snapshot: Snapshot) -> [SearchUnit] {
    var units: [(length: UInt32, unit: SearchUnit)] = []
    for (index, part) in snapshot.parts.enumerated() {
      let segment = part.segment
      for start in stride(from: 0, to: segment.count, by: size) {
        let length = segment.offsets[start + 1] - segment.offsets[start]
        let end = (min(start + size, segment.count) + 63) / 64
        units.append((length, SearchUnit(segment: index, words: start / 64..<end)))
      }
    }
    return units.sorted { $0.length < $1.length }.map(\.unit)
  }
}
