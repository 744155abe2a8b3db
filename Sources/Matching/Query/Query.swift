/// What a person typed, prepared for matching.
///
/// Growing a query never brings a candidate back: whatever matches `ab` matches `a`. Not so in mode
/// `exact`, when an emoji grows into a sequence (a sequence matches only as a whole), and beyond
/// `maximumLength`.
public struct Query: Sendable {
  /// Characters of a query that are looked at in mode `fuzzy`, spaces not counted.
  ///
  /// Nobody types more to narrow a list; the limit bounds the work per candidate.
  public static let maximumLength = 256

  /// What was typed.
  public let text: String
  /// How it is compared.
  public let options: MatchOptions
  /// All its characters.
  let literal: [PatternSymbol]
  /// The characters that mode `fuzzy` looks for: those of `literal` without the spaces.
  let pattern: [PatternSymbol]
  /// The characters in full.
  let folded: FoldedText

  /// Prepares `text`.
  public init(_ text: String, options: MatchOptions = MatchOptions()) {
    self.text = text
    self.options = options
    var text = text
    folded = text.withUTF8 { FoldedText(UnsafeRawBufferPointer($0)) }
    literal = Self.literal(of: folded, options)
    pattern = Array(literal.lazy.filter { $0.byte != Self.space }.prefix(Self.maximumLength))
  }

  /// Whether it asks for nothing, so that every candidate matches.
  public var isEmpty: Bool { options.mode == .fuzzy ? pattern.isEmpty : literal.isEmpty }

  /// The characters that the mode looks for.
  var sought: [PatternSymbol] { options.mode == .fuzzy ? pattern : literal }

  /// The space, which stands for a gap as well.
  static let space: UInt8 = 0x20

  private static func literal(of text: FoldedText, _ options: MatchOptions) -> [PatternSymbol] {
    var previous: UInt8?
    return text.bytes.enumerated().map { index, byte in
      defer { previous = byte }
      let isStrict =
        switch options.caseSensitivity {
        case .insensitive: false
        case .sensitive: true
        case .smart: SymbolByte.isUpper(byte)
        }
      return PatternSymbol(
        byte: isStrict ? byte : SymbolByte.folded(byte), isCaseStrict: isStrict,
        followsSpace: previous == space,
        needsSymbol: byte >= SymbolByte.firstHashed || text.symbols[index].markCount > 0,
        index: index)
    }
  }
}
