import Matching

/// Lines of text in one block.
struct Lines: Sendable {
  private var block: [UInt8] = []
  private var count = 0

  /// The bytes of the lines, without line feeds.
  var textBytes: Int { block.count - count }

  /// Reads standard input to its end.
  static func fromStandardInput() -> Lines {
    var lines = Lines()
    while let line = readLine() {
      lines.block.append(contentsOf: line.utf8)
      lines.block.append(0x0A)
      lines.count += 1
    }
    return lines
  }

  /// Builds a snapshot with one segment a thread, and tells the nanoseconds that it took.
  func build(threads: Int) async -> (snapshot: Snapshot, time: Int64) {
    let start = ContinuousClock.now
    let bounds = pieces(threads)
    let segments = await withTaskGroup(of: (Int, Segment).self) { group in
      for (index, bounds) in bounds.enumerated() {
        group.addTask {
          var builder = SegmentBuilder()
          block.withUnsafeBytes {
            builder.append(lines: UnsafeRawBufferPointer(rebasing: $0[bounds]))
          }
          return (index, builder.finish())
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let ordered = segments.sorted { $0.0 < $1.0 }.map(\.1)
    return (Snapshot(ordered), nanoseconds(since: start))
  }

  /// Cuts the block into pieces that end with a line.
  private func pieces(_ number: Int) -> [Range<Int>] {
    var bounds: [Range<Int>] = []
    var start = 0
    for piece in 1...number {
      let least = max(start, block.count * piece / number)
      let end = block[least...].firstIndex(of: 0x0A).map { $0 + 1 } ?? block.count
      bounds.append(start..<end)
      start = end
    }
    return bounds
  }
}
