import HostCore
import JSONRPC
import SystemIO

/// What waits to be written to one peer, in order.
///
/// Small pieces are copied into one row of bytes; a large relayed value stays in the buffer that it
/// was read into. All that was queued in a turn leaves with one call. Where much waits, the newest
/// message of a state takes the older one's place: a slow reader gets the state, not its history.
struct Outbox {
  private enum Part {
    /// So many bytes of the row.
    case copied(Int)
    /// So many bytes of the row, all of a message that tells a state and of which nothing is written.
    case state(StateKey, Int)
    /// A value elsewhere with so much of it written.
    case shared(FrameSlice, written: Int)
  }

  /// Bytes that wait.
  private(set) var count = 0
  private var parts: [Part] = []
  private var firstPart = 0
  private var row: OutputBuffer?
  private let pool: OutputPool

  /// Calls in a row before others get their turn; more than one only while the peer reads as fast.
  private static let callLimit = 4

  init(pool: OutputPool) {
    self.pool = pool
  }

  var isEmpty: Bool { count == 0 }

  // MARK: Queueing

  /// Queues a message, framed as the peer expects it.
  mutating func append(_ message: Outgoing, of effects: borrowing Effects, framing: Framing) {
    guard let state = message.state, count > LoopLimits.highWater else {
      return write(message, of: effects, framing: framing, sharesFrom: LoopLimits.sharedSliceSize)
    }
    remove(state)
    // At the end, not where the older one stood: a state must not overtake the answer that it follows.
    parts.append(.copied(0))
    let before = count
    write(message, of: effects, framing: framing, sharesFrom: .max)
    parts[parts.count - 1] = .state(state, count - before)
  }

  private mutating func write(
    _ message: Outgoing, of effects: borrowing Effects, framing: Framing, sharesFrom size: Int
  ) {
    if framing == .headers { appendHeader(bodyCount: message.count) }
    for piece in effects.pieces[message.pieces] {
      switch piece {
      case .text(let range):
        append(effects.text.span.extracting(range).bytes)
      case .relayed(let slice, let hasLineBreaks):
        append(slice, onOneLine: hasLineBreaks && framing == .lines, sharesFrom: size)
      }
    }
    if framing == .lines { append(byte: 0x0A) }
  }

  /// Takes the message out that tells this state, if one waits.
  private mutating func remove(_ state: StateKey) {
    var offset = 0
    for index in parts.indices[firstPart...] {
      switch parts[index] {
      case .state(state, let size):
        row?.remove(size, at: offset)
        count -= size
        parts.remove(at: index)
        return join(at: index)
      case .copied(let size), .state(_, let size): offset += size
      case .shared: break
      }
    }
  }

  /// Makes one part of two that lie beside each other in the row, so that parts stay few.
  private mutating func join(at index: Int) {
    guard index > firstPart, index < parts.count, case .copied(let left) = parts[index - 1],
      case .copied(let right) = parts[index]
    else { return }
    parts[index - 1] = .copied(left + right)
    parts.remove(at: index)
  }

  /// Exactly `Content-Length: N`, CRLF, CRLF: some peers read no other header.
  private mutating func appendHeader(bodyCount: Int) {
    append(StaticString("Content-Length: "))
    appendDecimal(bodyCount)
    append(StaticString("\r\n\r\n"))
  }

  private mutating func appendDecimal(_ number: Int) {
    if number > 9 { appendDecimal(number / 10) }
    append(byte: UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }

  private mutating func append(_ text: StaticString) {
    let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    takeRow(for: bytes.count).append(bytes)
  }

  private mutating func append(byte: UInt8) {
    takeRow(for: 1).append(byte)
  }

  private mutating func append(_ bytes: RawSpan) {
    let row = takeRow(for: bytes.byteCount)
    bytes.withUnsafeBytes { row.append($0) }
  }

  private mutating func append(_ slice: FrameSlice, onOneLine: Bool, sharesFrom size: Int) {
    if onOneLine {
      takeRow(for: slice.count).appendOnOneLine(slice.bytes)
    } else if slice.count < size {
      takeRow(for: slice.count).append(slice.bytes)
    } else {
      parts.append(.shared(slice, written: 0))
      count += slice.count
    }
  }

  /// The row of bytes, for `count` more that the caller appends.
  private mutating func takeRow(for count: Int) -> OutputBuffer {
    if parts.count > firstPart, case .copied(let before) = parts[parts.count - 1] {
      parts[parts.count - 1] = .copied(before + count)
    } else {
      parts.append(.copied(count))
    }
    self.count += count
    if let row { return row }
    let lent = pool.lend()
    row = lent
    return lent
  }

  // MARK: Writing

  /// Writes what the descriptor takes now.
  mutating func flush(to number: Int32) throws(SystemError) {
    for _ in 0..<Self.callLimit where count > 0 {
      switch try write(to: number) {
      case .bytes(let written): remove(written)
      case .wouldBlock, .end: return
      }
    }
  }

  /// Forgets everything.
  mutating func removeAll() {
    remove(count)
  }

  private func write(to number: Int32) throws(SystemError) -> Transfer {
    try withUnsafeTemporaryAllocation(
      of: UnsafeRawBufferPointer.self, capacity: Descriptor.partLimit
    ) { vector throws(SystemError) in
      var filled = 0
      var offset = 0
      for part in parts[firstPart...].prefix(vector.count) {
        switch part {
        case .copied(let count), .state(_, let count):
          vector[filled] =
            row?.bytes(at: offset, count: count) ?? UnsafeRawBufferPointer(start: nil, count: 0)
          offset += count
        case .shared(let slice, let written):
          vector[filled] = UnsafeRawBufferPointer(rebasing: slice.bytes[written...])
        }
        filled += 1
      }
      return try Descriptor.write(
        number, UnsafeBufferPointer(rebasing: UnsafeBufferPointer(vector)[..<filled]))
    }
  }

  private mutating func remove(_ written: Int) {
    count -= written
    var rest = written
    while rest > 0 {
      switch parts[firstPart] {
      case .copied(let size), .state(_, let size):
        let taken = min(size, rest)
        row?.removeFirst(taken)
        rest -= taken
        if taken == size { firstPart += 1 } else { parts[firstPart] = .copied(size - taken) }
      case .shared(let slice, let before):
        let taken = min(slice.count - before, rest)
        rest -= taken
        if before + taken == slice.count {
          // Gives the frame's buffer back before the rest of the queue is written.
          parts[firstPart] = .copied(0)
          firstPart += 1
        } else {
          parts[firstPart] = .shared(slice, written: before + taken)
        }
      }
    }
    tidy()
  }

  private mutating func tidy() {
    guard count == 0 else {
      // A queue that is never quite empty must not collect written parts.
      if firstPart >= 64 {
        parts.removeSubrange(..<firstPart)
        firstPart = 0
      }
      return
    }
    parts.removeAll(keepingCapacity: true)
    firstPart = 0
    if let row { pool.giveBack(row) }
    row = nil
  }
}
