/// A reference-counted block of bytes that frames point into until the last of them is written.
///
/// A buffer has one writer, the decoder that fills it; bytes that a frame refers to never change. It
/// stays on the loop's thread.
public final class FrameBuffer {
  /// The storage.
  public let storage: UnsafeMutableRawBufferPointer

  /// Creates a buffer of `capacity` uninitialised bytes.
  public init(capacity: Int) {
    storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// Bytes that the buffer can hold.
  public var capacity: Int { storage.count }
}
