/// The unit in which ranges of text are counted towards one session.
enum TextUnit: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Turns ranges of UTF-8 bytes, in rising order and on character borders, into `[start, length]` pairs.
  func pairs(for ranges: [Range<Int>], in text: String) -> [[Int]] {
    guard self != .utf8 else { return ranges.map { [$0.lowerBound, $0.count] } }
    var measure = Measure(encoding: self, scalars: text.unicodeScalars.makeIterator())
    return ranges.map { range in
      let start = measure.units(before: range.lowerBound)
      return [start, measure.units(before: range.upperBound) - start]
    }
  }

  /// Turns a place in a text into UTF-8 bytes; one beyond the end is the end, one inside a character is
  /// before it.
  func bytes(before place: Int, in text: String) -> Int {
    guard self != .utf8 else { return min(max(place, 0), text.utf8.count) }
    var units = 0
    var bytes = 0
    for scalar in text.unicodeScalars {
      units += self == .utf16 ? UTF16.width(scalar) : 1
      guard units <= place else { break }
      bytes += UTF8.width(scalar)
    }
    return bytes
  }

  /// The length of a text.
  func count(_ text: String) -> Int {
    switch self {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .utf32: text.unicodeScalars.count
    }
  }
}

/// Counts units while it walks a text once; asked for rising offsets only.
private struct Measure {
  let encoding: TextUnit
  var scalars: String.UnicodeScalarView.Iterator
  var bytes = 0
  var units = 0

  mutating func units(before offset: Int) -> Int {
    while bytes < offset, let scalar = scalars.next() {
      bytes += UTF8.width(scalar)
      units += encoding == .utf16 ? UTF16.width(scalar) : 1
    }
    return units
  }
}
