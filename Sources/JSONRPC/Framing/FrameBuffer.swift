/// A reference-counted block of bytes that frames point into until the last of them is written.
///
/// A buffer has one writer, the decoder that fills it; bytes before `count` never change once a
/// frame refers to them. It stays on the loop's thread.
public final class FrameBuffer {
  /// The storage; `capacity` bytes, of which the first `count` are filled.
  public private(set) var storage: UnsafeMutableRawBufferPointer
  /// Bytes filled so far.
  public var count = 0

  /// Creates a buffer of `capacity` uninitialised bytes.
  public init(capacity: Int) {
    storage = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// Bytes that the buffer can hold.
  public var capacity: Int { storage.count }

  /// The filled part.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[..<count])
  }
}
