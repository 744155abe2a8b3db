/// Lends the buffer that connections read into, one after the other.
///
/// A loop serves one connection at a time, so that a single buffer, always warm in the cache, is enough; a
/// connection needs one of its own only while a message is unfinished. Belongs to one thread.
public final class FramePool {
  /// 256 KiB: what is read from one peer in one turn of the loop, so that nobody stalls the others.
  public static let bufferCapacity = 256 << 10

  private var spare: FrameBuffer?

  /// Creates a pool, which holds nothing until it is used.
  public init() {}

  /// A buffer that nobody refers to; `giveBack` it.
  func lend() -> FrameBuffer {
    takeSpare() ?? FrameBuffer(capacity: Self.bufferCapacity)
  }

  /// The spare buffer, unless frames that have not been written yet point into it.
  private func takeSpare() -> FrameBuffer? {
    guard isKnownUniquelyReferenced(&spare) else { return nil }
    defer { spare = nil }
    return spare
  }

  /// Takes a buffer back; frames may still point into it.
  func giveBack(_ buffer: FrameBuffer) {
    spare = buffer
  }
}
