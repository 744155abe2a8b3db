/// Bytes of a frame, kept alive by their buffer: what a relay passes on without copying.
public struct FrameSlice {
  /// The buffer that owns the bytes.
  public let buffer: FrameBuffer
  /// The first byte's place in the buffer.
  public let offset: Int
  /// The number of bytes.
  public let count: Int

  /// Creates a slice of `count` bytes at `offset` of `buffer`.
  public init(buffer: FrameBuffer, offset: Int, count: Int) {
    self.buffer = buffer
    self.offset = offset
    self.count = count
  }

  /// The bytes; valid while the slice is alive.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer.storage[offset..<(offset + count)])
  }

  /// The part that `span` names, relative to this slice.
  public subscript(_ span: Span) -> FrameSlice {
    FrameSlice(buffer: buffer, offset: offset + Int(span.offset), count: Int(span.count))
  }
}
