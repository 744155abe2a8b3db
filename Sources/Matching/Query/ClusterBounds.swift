/// Where the grapheme clusters of a text begin and end.
struct ClusterBounds {
  /// The bounds in order, the text's begin and end included; nil if each byte is a cluster.
  private let bounds: [Int]?

  init(_ text: UnsafeRawBufferPointer) {
    // The only cluster of more than one ASCII character is CR LF.
    if text.isASCII, !text.contains(0x0D) {
      bounds = nil
    } else {
      var end = 0
      bounds = String(decoding: text, as: UTF8.self).reduce(into: [0]) { bounds, character in
        end += character.utf8.count
        bounds.append(end)
      }
    }
  }

  /// The smallest range of whole clusters around `range`.
  func enclosing(_ range: Range<Int>) -> Range<Int> {
    guard let bounds else { return range }
    let lower = bounds.last { $0 <= range.lowerBound } ?? range.lowerBound
    let upper = bounds.first { $0 >= range.upperBound } ?? range.upperBound
    return lower..<upper
  }
}
