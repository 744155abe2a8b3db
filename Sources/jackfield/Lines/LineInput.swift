import SystemIO

/// Standard input as lines.
enum LineInput {
  /// Bytes of a block: large enough that a segment's own cost does not matter, small enough that
  /// little is left to be indexed when the last bytes have come.
  private static let blockSize = 512 << 10

  /// Reads standard input to its end, and indexes it with all processors meanwhile.
  static func readAll() throws(Failure) -> LineIndex {
    let indexer: LineIndexer
    let helpers: Helpers
    do throws(SystemError) {
      let made = try LineIndexer(others: Thread.processorCount - 1)
      helpers = try Helpers { made.serve() }
      indexer = made
    } catch {
      throw Failure(.inputOutput, "standard input can't be indexed: \(error)")
    }
    var started = 0
    for _ in 0..<indexer.others where helpers.start() { started += 1 }
    // However reading ends, the threads end too.
    defer { helpers.wait(for: started) }
    try read(into: indexer)
    helpers.wait(for: started)
    started = 0
    return indexer.takeBlocks().reduce(into: LineIndex()) { $0.append($1) }
  }

  private static func read(into indexer: LineIndexer) throws(Failure) {
    defer { indexer.finish() }
    let input = StandardInput()
    var cutter = LineCutter()
    var block = [UInt8](repeating: 0, count: blockSize)
    var count = block.count
    while count == block.count {
      count = try input.fill(&block)
      indexer.add(cutter.take(block[..<count]))
    }
    indexer.add(cutter.finish())
  }
}
