internal import CMatching

/// Collects candidates and makes a segment of them.
///
/// A list that comes in blocks, or on several threads, is best built as one segment a block.
public struct SegmentBuilder: Sendable {
  /// One candidate as it was appended.
  struct Entry: Sendable {
    /// Where its text ends; it begins where the one before ends.
    var textEnd: UInt32
    /// Where its one-byte forms end; it has none if its text is ASCII and thus stands for itself.
    var foldedEnd: UInt32
    /// Whether its text is ASCII.
    var isASCII: Bool
    /// Whether each of its code points is one character.
    var isDirect: Bool
    /// How near-ties are broken.
    var weight: UInt8
  }

  private(set) var texts: [UInt8] = []
  private(set) var entries: [Entry] = []
  private var folder = Folder(ByteSink())

  /// Creates a builder without candidates.
  public init() {}

  /// How many candidates there are.
  public var count: Int { entries.count }

  /// How many bytes their texts have.
  public var byteCount: Int { texts.count }

  /// The one-byte forms of all texts that are not ASCII.
  var folded: [UInt8] { folder.sink.bytes }

  /// Makes room for texts of so many bytes in all.
  public mutating func reserveCapacity(byteCount: Int) { texts.reserveCapacity(byteCount) }

  /// Adds a candidate.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8; what is invalid matches as U+FFFD and is kept as it is. All texts of one
  ///     segment together stay below 4 GiB.
  ///   - weight: breaks near-ties; clamped to 0…255.
  public mutating func append(_ text: UnsafeRawBufferPointer, weight: Int = 0) {
    let isASCII = text.isASCII
    let isDirect = isASCII || fold(text)
    texts.append(contentsOf: text)
    entries.append(
      Entry(
        textEnd: UInt32(texts.count), foldedEnd: UInt32(folder.sink.bytes.count),
        isASCII: isASCII, isDirect: isDirect,
        weight: UInt8(max(0, min(weight, Rank.maximumWeight)))))
  }

  /// Adds a candidate.
  public mutating func append(_ text: String, weight: Int = 0) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0), weight: weight) }
  }

  /// Adds each line of a block of text as a candidate, without its line feed; the last needs none.
  public mutating func append(lines block: UnsafeRawBufferPointer) {
    guard let base = block.baseAddress else { return }
    reserveCapacity(byteCount: texts.count + block.count)
    var start = 0
    while start < block.count {
      let length = cmatching_line_length(base + start, block.count - start)
      append(UnsafeRawBufferPointer(start: base + start, count: length))
      start += length + 1
    }
  }

  /// Folds a text, and returns whether each of its code points is one character.
  private mutating func fold(_ text: UnsafeRawBufferPointer) -> Bool {
    let before = folder.sink.bytes.count
    folder.sink.beginText()
    folder.fold(text)
    let codePoints = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return folder.sink.startsDiffer && folder.sink.bytes.count - before == codePoints
  }

  /// Makes the segment.
  public consuming func finish() -> Segment { Segment(self) }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are below 0x80.
  var isASCII: Bool {
    var seen: UInt64 = 0
    var offset = 0
    while offset + 8 <= count {
      seen |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < count {
      seen |= UInt64(self[offset])
      offset += 1
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }
}
