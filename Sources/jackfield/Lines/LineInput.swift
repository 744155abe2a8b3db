/// Standard input as lines.
enum LineInput {
  /// Bytes of a block: large enough that a segment's own cost does not matter, small enough that the
  /// matcher's threads have several to share.
  private static let blockSize = 1 << 20

  /// Reads standard input to its end.
  static func readAll() throws(Failure) -> LineIndex {
    let input = StandardInput()
    var index = LineIndex()
    var block = [UInt8](repeating: 0, count: blockSize)
    var count = block.count
    while count == block.count {
      count = try input.fill(&block)
      block.withUnsafeBytes { index.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    index.finish()
    return index
  }
}
