import Matching

/// Whole lines, indexed for the matcher.
struct LineBlock: Sendable {
  /// The lines.
  let segment: Segment
  /// Those that are not UTF-8, as they came, by row.
  let original: [UInt32: [UInt8]]

  /// Indexes lines; the last needs no line feed.
  init(_ lines: UnsafeRawBufferPointer) {
    var builder = SegmentBuilder()
    var original: [UInt32: [UInt8]] = [:]
    if lines.isUTF8 {
      builder.append(lines: lines)
    } else {
      var start = 0
      while start < lines.count {
        let end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
        let line = UnsafeRawBufferPointer(rebasing: lines[start..<end])
        if line.isUTF8 {
          builder.append(line)
        } else {
          original[UInt32(builder.count)] = Array(line)
          builder.append(String(decoding: line, as: UTF8.self))
        }
        start = end + 1
      }
    }
    segment = builder.finish()
    self.original = original
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
}
