/// Bytes in a row that wait to be written: taken off at the front, added at the back.
final class OutputBuffer {
  /// Room for what one turn usually has for a peer.
  static let initialCapacity = 16 << 10

  private var storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  init() {
    storage = .allocate(byteCount: Self.initialCapacity, alignment: 16)
  }

  deinit {
    storage.deallocate()
  }

  /// Bytes that could be held without growing.
  var capacity: Int { storage.count }

  /// Bytes that wait.
  var count: Int { end - start }

  /// `count` bytes, `offset` behind the first that waits.
  func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage[(start + offset)..<(start + offset + count)])
  }

  /// Adds a copy of `bytes`.
  func append(_ bytes: UnsafeRawBufferPointer) {
    appendSpace(bytes.count).copyMemory(from: bytes)
  }

  /// Adds a copy of `bytes` with blanks for the line breaks, which in valid JSON stand only between
  /// tokens.
  func appendOnOneLine(_ bytes: UnsafeRawBufferPointer) {
    let space = appendSpace(bytes.count)
    space.copyMemory(from: bytes)
    for index in space.indices where space[index] == 0x0A || space[index] == 0x0D {
      space[index] = 0x20
    }
  }

  /// Adds one byte.
  func append(_ byte: UInt8) {
    appendSpace(1)[0] = byte
  }

  /// Takes bytes off at the front.
  func removeFirst(_ count: Int) {
    start += count
    if start == end { (start, end) = (0, 0) }
  }

  /// Takes bytes out, `offset` behind the first that waits.
  func remove(_ count: Int, at offset: Int) {
    let hole = start + offset
    let rest = UnsafeRawBufferPointer(rebasing: storage[(hole + count)..<end])
    UnsafeMutableRawBufferPointer(rebasing: storage[hole...]).copyMemory(from: rest)
    end -= count
  }

  private func appendSpace(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if storage.count - end < count { makeRoom(count) }
    let space = storage[end..<(end + count)]
    end += count
    return UnsafeMutableRawBufferPointer(rebasing: space)
  }

  /// Moves what waits to the front where that halves it at least, else into a larger block: so each
  /// byte is moved twice at most, on average.
  private func makeRoom(_ count: Int) {
    let waiting = bytes(at: 0, count: self.count)
    if storage.count - waiting.count >= count, start >= storage.count / 2 {
      storage.baseAddress?.copyMemory(from: waiting)
    } else {
      let capacity = max(storage.count * 2, waiting.count + count)
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: waiting)
      storage.deallocate()
      storage = larger
    }
    (start, end) = (0, waiting.count)
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func copyMemory(from source: UnsafeRawBufferPointer) {
    guard let base = source.baseAddress else { return }
    copyMemory(from: base, byteCount: source.count)
  }
}

/// Lends output buffers to peers that have something to be written, so that an idle one holds none.
final class OutputPool {
  /// Buffers that are kept: as many as peers are usually busy in one turn.
  private static let keptCount = 32
  /// A buffer that had to grow beyond this is given back to the system.
  private static let keptCapacity = 256 << 10

  private var free: [OutputBuffer] = []

  /// A buffer that is empty.
  func lend() -> OutputBuffer {
    free.popLast() ?? OutputBuffer()
  }

  /// Takes an empty buffer back.
  func giveBack(_ buffer: OutputBuffer) {
    guard free.count < Self.keptCount, buffer.capacity <= Self.keptCapacity else { return }
    free.append(buffer)
  }
}
