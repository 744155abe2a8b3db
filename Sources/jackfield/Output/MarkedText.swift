/// A text of a plugin with some of its letters marked, fit for a terminal.
struct MarkedText {
  /// Pieces of the text in order, each marked or not.
  private var pieces: [(text: String, isMarked: Bool)] = []

  /// Takes a text and the byte ranges of its marks, in order; a range that the text lacks is ignored.
  init(_ text: String, ranges: [Range<Int>]) {
    let bytes = Array(text.utf8)
    var done = 0
    for range in ranges where range.lowerBound >= done && range.upperBound <= bytes.count {
      append(bytes[done..<range.lowerBound], isMarked: false)
      append(bytes[range], isMarked: true)
      done = range.upperBound
    }
    append(bytes[done...], isMarked: false)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, isMarked: Bool) {
    guard !bytes.isEmpty else { return }
    pieces.append((TerminalText.safe(String(decoding: bytes, as: UTF8.self)), isMarked))
  }

  /// The text without marks.
  var plain: String { pieces.map(\.text).joined() }

  /// The text with its marked letters in bold (ECMA-48: SGR 1 and 22).
  var bold: String {
    pieces.map { $0.isMarked ? "\u{1B}[1m\($0.text)\u{1B}[22m" : $0.text }.joined()
  }

  /// The cells that the text takes.
  var width: Int { CellWidth.of(plain) }
}
