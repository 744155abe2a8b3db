import Testing

@testable import jackfield

@Suite struct TableTests {
  @Test(
    "FC-207: a text's width is counted in cells",
    arguments: [
      ("", 0), ("abc", 3), ("中文测试", 8), ("🎉 party", 8), ("e\u{301}", 1), ("Đặng", 4), ("🇩🇪", 2),
      ("👨🏾‍🦱", 2), ("👩‍👩‍👦‍👦", 2), ("❤️", 2), ("⚠", 1), ("1️⃣", 2), ("한글", 4), ("ｱ", 1), ("Ａ", 2),
      ("…", 1),
    ])
  func textS(text: String, cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  private func table(_ rows: [[String]]) -> Table {
    var table = Table(titles: ["NAME", "STATE", "REASON"])
    table.rows = rows
    return table
  }

  @Test("on a terminal columns are aligned and lines end without blanks") func onTerminal() {
    let table = table([["git", "ready", ""], ["中文", "stopped", "by hand"]])
    #expect(
      table.aligned() == """
        NAME  STATE    REASON
        git   ready
        中文  stopped  by hand

        """)
  }

  @Test("for a program cells have tabs between them and no titles") func forProgram() {
    let table = table([["git", "ready", ""], ["a", "stopped", "x\ty\nz"]])
    #expect(table.separated() == "git\tready\t\na\tstopped\tx y z\n")
  }

  @Test("a cell brings no control characters to a terminal") func cellBrings() {
    let table = table([["a\u{1B}[31m", "b\u{202E}", "c\nd"]])
    #expect(table.aligned() == "NAME  STATE  REASON\na     b      c d\n")
  }
}
