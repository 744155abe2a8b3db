import Matching

/// The lines of a text that comes in blocks, indexed for the matcher.
///
/// Only byte 0x0A ends a line; the last line needs none. A line that is not UTF-8 is matched with
/// U+FFFD in the place of what is not, and kept as it came.
struct LineIndex {
  /// The lines so far, a segment for each block.
  private(set) var snapshot = Snapshot()
  private var original: [CandidateID: [UInt8]] = [:]
  private var rest: [UInt8] = []

  /// Adds the next bytes of the text.
  mutating func append(_ block: UnsafeRawBufferPointer) {
    guard let end = block.lastIndex(of: 0x0A) else {
      rest.append(contentsOf: block)
      return
    }
    var builder = SegmentBuilder()
    var lines = block[...end]
    if !rest.isEmpty, let first = lines.firstIndex(of: 0x0A) {
      rest.append(contentsOf: lines[..<first])
      rest.withUnsafeBytes { append($0, to: &builder) }
      rest.removeAll(keepingCapacity: true)
      lines = lines[(first + 1)...]
    }
    appendLines(UnsafeRawBufferPointer(rebasing: lines), to: &builder)
    rest.append(contentsOf: block[(end + 1)...])
    snapshot.append(builder.finish())
  }

  /// Adds the last line, if it has no end.
  mutating func finish() {
    guard !rest.isEmpty else { return }
    var builder = SegmentBuilder()
    rest.withUnsafeBytes { append($0, to: &builder) }
    rest = []
    snapshot.append(builder.finish())
  }

  /// The bytes of a line as they came.
  func line(_ candidate: CandidateID) -> [UInt8] {
    original[candidate] ?? Array((snapshot.text(of: candidate) ?? "").utf8)
  }

  /// Adds lines that all have their ends.
  private mutating func appendLines(
    _ text: UnsafeRawBufferPointer, to builder: inout SegmentBuilder
  ) {
    let isUTF8 = text.isUTF8
    var start = 0
    while let end = text.lineEnd(from: start) {
      let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
      if isUTF8 {
        builder.append(line)
      } else {
        append(line, to: &builder)
      }
      start = end + 1
    }
  }

  /// Adds a line that may be anything.
  private mutating func append(_ line: UnsafeRawBufferPointer, to builder: inout SegmentBuilder) {
    guard !line.isUTF8 else { return builder.append(line) }
    let candidate = CandidateID(
      segment: UInt32(snapshot.segmentCount), row: UInt32(builder.count))
    original[candidate] = Array(line)
    builder.append(String(decoding: line, as: UTF8.self))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are valid UTF-8.
  fileprivate var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: Span(_unsafeElements: assumingMemoryBound(to: UInt8.self)))
      return true
    } catch {
      return false
    }
  }

  /// The place of the first line feed from `start` on, found eight bytes at a time.
  fileprivate func lineEnd(from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // A byte that is a line feed becomes zero, and only the first zero byte's high bit is certain.
      let difference = word ^ (ones &* 0x0A)
      let zeros = (difference &- ones) & ~difference & (ones &* 0x80)
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if self[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }
}
