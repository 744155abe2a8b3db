/// The bytes of one connection that are not decoded yet.
///
/// Between messages it holds no buffer at all. Bytes are read into the pool's; what is left of them when
/// all whole frames are decoded, the beginning of a message, moves into a buffer of its own unless it is
/// large, and the rest of the message is read to where it is. The buffer grows with the message and goes
/// with it.
struct InputBuffer {
  /// 64 KiB: what an unfinished message gets to begin with, so that most need no second copy.
  static let leastCapacity = 64 << 10
  /// 4 KiB: less room than this is not worth a system call.
  static let leastSpace = 4 << 10

  private let pool: FramePool
  private var buffer: FrameBuffer?
  private var isBorrowed = false
  /// The bytes of the buffer that are not decoded yet.
  private var start = 0
  private var end = 0

  init(pool: FramePool) {
    self.pool = pool
  }

  /// How many bytes there are.
  var count: Int { end - start }

  /// The bytes; valid until the next mutation.
  var bytes: UnsafeRawBufferPointer {
    guard let buffer else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: buffer.storage[start..<end])
  }

  /// The bytes of `range`, kept alive by their buffer.
  mutating func slice(_ range: Range<Int>) -> FrameSlice {
    let buffer = self.buffer ?? obtain()
    return FrameSlice(buffer: buffer, offset: start + range.lowerBound, count: range.count)
  }

  /// Forgets the first `count` bytes; frames may go on to point at them.
  mutating func consume(_ count: Int) {
    start += count
  }

  /// Lets `body` write the next bytes and say how many it wrote.
  ///
  /// `expected` is the size that the message at the start will have, where that is known, else 0.
  mutating func withSpace(expected: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
    let buffer = bufferWithSpace(expected: expected)
    let limit = min(buffer.capacity, end + FramePool.bufferCapacity)
    let space = UnsafeMutableRawBufferPointer(rebasing: buffer.storage[end..<limit])
    end += max(0, min(body(space), space.count))
  }

  /// Gives back what is not needed until more bytes come; called when no whole frame is left.
  mutating func settle(expected: Int) {
    guard let buffer else { return }
    if count == 0 {
      release()
    } else if buffer.capacity > max(Self.leastCapacity, 4 * count) {
      move(expected: expected)
    } else {
      // The pool's buffer is as good as one of its own where most of it is needed.
      isBorrowed = false
    }
  }
}

// MARK: Buffers

extension InputBuffer {
  private mutating func obtain() -> FrameBuffer {
    let lent = pool.lend()
    buffer = lent
    isBorrowed = true
    return lent
  }

  private mutating func bufferWithSpace(expected: Int) -> FrameBuffer {
    guard let buffer else { return obtain() }
    let hasRoom = buffer.capacity - end >= Self.leastSpace
    let isWholeInside = expected > count && buffer.capacity - start >= expected
    return hasRoom || isWholeInside ? buffer : move(expected: expected)
  }

  /// Copies the bytes into a larger buffer of their own; frames keep the old one.
  @discardableResult
  private mutating func move(expected: Int) -> FrameBuffer {
    // Doubling keeps the copies linear. A size that is known is not exceeded, but neither is it believed
    // at once: it is only a promise of the peer's.
    let capacity = expected > count ? min(4 * count, expected) : 2 * count
    let own = FrameBuffer(capacity: max(Self.leastCapacity, capacity))
    let count = self.count
    own.storage.copyMemory(from: bytes)
    release()
    buffer = own
    end = count
    return own
  }

  private mutating func release() {
    if isBorrowed, let buffer { pool.giveBack(buffer) }
    buffer = nil
    isBorrowed = false
    (start, end) = (0, 0)
  }
}
