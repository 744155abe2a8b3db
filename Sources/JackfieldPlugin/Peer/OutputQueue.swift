import JSONRPC

/// Bytes that are not written yet, taken from their front without moving the rest each time.
struct OutputQueue {
  private var bytes: [UInt8] = []
  /// Bytes at the front that are written.
  private var written = 0

  /// Bytes that are not written yet.
  var count: Int { bytes.count - written }
  /// Whether everything is written.
  var isEmpty: Bool { count == 0 }

  /// Appends one message in its frame.
  mutating func append(_ text: [UInt8], _ framing: Framing) {
    text.withUnsafeBytes { FrameEncoder.append($0, framing, to: &bytes) }
  }

  /// Lends what is not written yet.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { all throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[written...])))
    }
  }

  /// Takes the first bytes away.
  mutating func remove(_ count: Int) {
    written += count
    guard written == bytes.count || written > Self.compaction else { return }
    bytes.removeFirst(written)
    written = 0
  }

  /// 4 MiB of written bytes are given back at once: moving the rest costs less than writing them did,
  /// and a queue is seldom larger.
  private static let compaction = 4 << 20
}
