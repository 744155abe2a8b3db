import HostProtocol

/// The matches of a source, a line each.
struct CompletionList {
  private let matches: [CompletionItem]

  /// The widest text that moves the subtitles of the others: a third of a usual terminal.
  private static let widestColumn = 40
  /// Blanks between a text and its subtitle.
  private static let gap = 2

  init(_ matches: [CompletionItem]) { self.matches = matches }

  /// The lines as `console` wants them.
  func text(for console: Console) -> String {
    console.outputIsTerminal ? aligned(bold: console.usesBold) : separated()
  }

  /// For programs: text, tab, subtitle; the characters are the plugin's own but for those that would
  /// end a field or a line.
  func separated() -> String {
    var table = Table()
    table.rows = matches.map { match in [match.text] + (match.subtitle.map { [$0] } ?? []) }
    return table.separated()
  }

  /// For people: subtitles below each other, and what matched in bold.
  func aligned(bold: Bool) -> String {
    let texts = matches.map { MarkedText($0.text, ranges: $0.ranges.compactMap(Self.bytes(of:))) }
    let column = texts.map(\.width).filter { $0 <= Self.widestColumn }.max() ?? 0
    return zip(matches, texts).map { match, text in
      let line = bold ? text.bold : text.plain
      guard let subtitle = match.subtitle else { return line + "\n" }
      let blanks = String(repeating: " ", count: max(0, column - text.width) + Self.gap)
      return line + blanks + TerminalText.safe(subtitle) + "\n"
    }.joined()
  }

  /// The bytes of a range in the encoding utf-8; nil where its end can't be counted.
  private static func bytes(of range: TextRange) -> Range<Int>? {
    let (end, isTooLong) = range.start.addingReportingOverflow(range.length)
    return isTooLong ? nil : range.start..<end
  }
}
