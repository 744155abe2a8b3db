/// Rows of short texts, for people and for programs.
struct Table {
  /// The columns' titles, for people; empty for a table that needs none.
  let titles: [String]
  /// The cells, one line of text each, row by row; a row may have fewer than others.
  var rows: [[String]] = []

  /// Creates a table without rows.
  init(titles: [String] = []) { self.titles = titles }

  /// Aligned columns below their titles, for a terminal.
  func aligned() -> String {
    let lines = ((titles.isEmpty ? [] : [titles]) + rows).map { $0.map(TerminalText.safe) }
    let widths = (0..<(lines.map(\.count).max() ?? 0)).map { column in
      lines.map { column < $0.count ? CellWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return lines.map { Self.line($0, widths: widths) }.joined()
  }

  /// Columns with tabs between them and no titles, for a program.
  func separated() -> String {
    rows.map { $0.map(Self.oneField).joined(separator: "\t") + "\n" }.joined()
  }

  private static func line(_ cells: [String], widths: [Int]) -> String {
    var line = ""
    var filled = 0
    var start = 0
    for (cell, width) in zip(cells, widths) {
      if !cell.isEmpty {
        line += String(repeating: " ", count: start - filled) + cell
        filled = start + CellWidth.of(cell)
      }
      start += width + columnGap
    }
    return line + "\n"
  }

  /// Blanks between two columns: enough to tell them from a blank inside of a cell.
  private static let columnGap = 2

  /// A cell without the characters that end a field or a line.
  static func oneField(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { (0x09...0x0D).contains($0.value) }) else {
      return cell
    }
    return String(
      String.UnicodeScalarView(
        cell.unicodeScalars.map { (0x09...0x0D).contains($0.value) ? " " : $0 }))
  }
}
