import HostProtocol
import Testing

@testable import jackfield

@Suite struct CompletionListTests {
  private func item(
    _ text: String, _ subtitle: String? = nil, _ ranges: [(Int, Int)] = []
  ) -> CompletionItem {
    CompletionItem(
      id: text, text: text, subtitle: subtitle, source: "people/people",
      ranges: ranges.map { TextRange(start: $0.0, length: $0.1) })
  }

  @Test("for programs a line has the text, a tab and the subtitle") func separated() {
    let list = CompletionList([
      item("Jon Snow", "Night's Watch"), item("Sansa"), item("a\tb\nc", "d"),
    ])
    #expect(list.separated() == "Jon Snow\tNight's Watch\nSansa\na b c\td\n")
  }

  @Test("for people subtitles stand below each other, and matches are bold") func aligned() {
    let list = CompletionList([
      item("Jon Snow", "a", [(0, 2), (4, 1)]), item("中文测试", "b"), item("Đặng", nil, [(0, 2)]),
    ])
    #expect(list.aligned(bold: false) == "Jon Snow  a\n中文测试  b\nĐặng\n")
    #expect(
      list.aligned(bold: true) == "\u{1B}[1mJo\u{1B}[22mn \u{1B}[1mS\u{1B}[22mnow  a\n"
        + "中文测试  b\n\u{1B}[1mĐ\u{1B}[22mặng\n")
  }

  @Test("one very long text does not move the subtitles of the others") func longText() {
    let long = String(repeating: "x", count: 60)
    let list = CompletionList([item("a", "1"), item(long, "2"), item("bcd", "3")])
    #expect(list.aligned(bold: false) == "a    1\n\(long)  2\nbcd  3\n")
  }

  @Test(
    "ranges that the text lacks mark nothing and do no harm",
    arguments: [(0, 99), (5, 1), (Int.max, Int.max), (1, Int.max), (2, 0)])
  func strayRanges(start: Int, length: Int) {
    let list = CompletionList([item("abcd", nil, [(start, length)])])
    #expect(list.aligned(bold: true).filter { $0 != "\u{1B}" }.contains("abcd"))
  }

  @Test("text from a plugin brings no controls to a terminal, also where a mark cuts it")
  func controls() {
    let list = CompletionList([item("a\u{1B}[31mb", "c\u{202E}\nd", [(2, 3)])])
    let shown = list.aligned(bold: false)
    #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || !HazardousScalar.contains($0) })
  }
}
