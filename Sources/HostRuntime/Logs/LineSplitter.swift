import HostCore

/// Cuts what a plugin writes to its log into lines, each at most `lineLimit` bytes, under a quota.
///
/// Past the quota lines are only counted, and their end is kept: the last lines before a crash are
/// those that people look for.
struct LineSplitter {
  /// Bytes of the longest line; a longer one is cut into several.
  static let lineLimit = 8 << 10
  /// Bytes of dropped text that are kept for the end.
  private static let tailLimit = 2 << 10

  private var partial: [UInt8] = []
  private var quota = TextQuota()
  private var droppedCount = 0
  private var tail: [UInt8] = []
  private var isDropping = false

  private static let lineFeed = UInt8(ascii: "\n")

  /// Takes the next bytes and gives away the lines that are whole.
  mutating func take(
    _ chunk: UnsafeRawBufferPointer, at now: Instant, _ emit: (String) -> Void
  ) {
    var rest = chunk[...]
    while !rest.isEmpty {
      if isDropping {
        guard quota.hasRecovered(at: now) else { return drop(rest) }
        reportDropped(emit)
      }
      let room = rest.prefix(Self.lineLimit - partial.count)
      let end = room.firstIndex(of: Self.lineFeed)
      partial.append(contentsOf: rest[rest.startIndex..<(end ?? room.endIndex)])
      rest = rest[(end.map { $0 + 1 } ?? room.endIndex)...]
      if end != nil || partial.count == Self.lineLimit { finishLine(at: now, emit) }
    }
  }

  /// Gives away what is left when nothing more comes.
  mutating func finish(at now: Instant, _ emit: (String) -> Void) {
    if isDropping {
      let lines = tail.split(separator: Self.lineFeed, omittingEmptySubsequences: false)
      // The first may have lost its beginning; behind the last line feed there is nothing.
      let whole = lines.dropFirst().filter { !$0.isEmpty }
      droppedCount -= whole.count
      reportDropped(emit)
      for line in whole { emit(Self.text(line)) }
    } else if !partial.isEmpty {
      finishLine(at: now, emit)
    }
  }

  private mutating func finishLine(at now: Instant, _ emit: (String) -> Void) {
    defer { partial.removeAll(keepingCapacity: true) }
    guard quota.take(partial.count, at: now) else {
      isDropping = true
      droppedCount = 1
      tail = Self.lineFeed.appended(to: partial.suffix(Self.tailLimit))
      return
    }
    emit(Self.text(partial[...]))
  }

  private mutating func drop(_ bytes: Slice<UnsafeRawBufferPointer>) {
    for byte in bytes where byte == Self.lineFeed { droppedCount += 1 }
    tail.append(contentsOf: bytes.suffix(Self.tailLimit))
    if tail.count > Self.tailLimit { tail.removeFirst(tail.count - Self.tailLimit) }
  }

  private mutating func reportDropped(_ emit: (String) -> Void) {
    emit("[\(droppedCount) lines dropped: more than \(TextQuota.rate >> 10) KiB a second]")
    isDropping = false
    droppedCount = 0
    tail.removeAll()
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate func appended(to bytes: ArraySlice<UInt8>) -> [UInt8] { Array(bytes) + [self] }
}
