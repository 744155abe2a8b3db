/// A text as symbols, with the place of each in the original.
struct FoldedText: FoldingSink {
  /// More marks on one letter are not looked at; Unicode's stream-safe format has the same limit.
  /// It keeps the sorting of marks linear in the text.
  static let maximumMarks = 30

  /// The one-byte forms, parallel to `symbols`.
  private(set) var bytes: [UInt8] = []
  /// The symbols.
  private(set) var symbols: [Symbol] = []
  /// The marks of all symbols.
  private(set) var marks: [UInt32] = []
  /// Where each symbol begins in the original, in bytes of UTF-8.
  private(set) var starts: [Int] = []

  /// Creates an empty text.
  init() {}

  /// Folds `text`.
  init(_ text: UnsafeRawBufferPointer) {
    var folder = Folder(FoldedText())
    folder.fold(text)
    self = folder.sink
  }

  /// Forgets the text, but not the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    symbols.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// The marks of the symbol at `index`.
  func marks(at index: Int) -> ArraySlice<UInt32> {
    let symbol = symbols[index]
    return marks[Int(symbol.markStart)..<Int(symbol.markStart + symbol.markCount)]
  }

  mutating func begin(base: UInt32, cased: UInt32, kind: SymbolByte.Kind, start: Int) {
    bytes.append(SymbolByte.make(base: base, cased: cased, kind: kind))
    symbols.append(
      Symbol(
        base: base, cased: cased, markStart: UInt32(marks.count), markCount: 0, isWhole: false))
    starts.append(start)
  }

  mutating func mark(_ mark: UInt32) {
    let last = symbols.count - 1
    guard symbols[last].markCount < Self.maximumMarks else { return }
    // Sorted, so that neither the order in the text nor the normal form matters.
    var place = marks.count
    while place > Int(symbols[last].markStart), marks[place - 1] > mark { place -= 1 }
    marks.insert(mark, at: place)
    symbols[last].markCount += 1
  }

  mutating func part(_ codePoint: UInt32) {
    let last = symbols.count - 1
    marks.append(codePoint)
    symbols[last].markCount += 1
    symbols[last].isWhole = true
  }
}
