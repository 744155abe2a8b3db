import Testing

@testable import jackfield

@Suite struct TerminalTextTests {
  @Test(
    "harmless text is left alone",
    arguments: [
      "", "plain", "Đặng Thái Sơn", "👩‍👩‍👦‍👦 ❤️ 🇩🇪", "می‌خواهم", "e\u{301}", "中文 ｆｕｌｌ",
    ])
  func harmlessText(text: String) {
    #expect(TerminalText.safe(text) == text)
  }

  @Test(
    "controls, escape sequences and invisible characters go",
    arguments: [
      ("a\tb\nc\r\nd", "a b c  d"),
      ("bell\u{7}back\u{8}del\u{7F}nul\0", "bellbackdelnul"),
      ("\u{1B}[31mred\u{1B}[0m", "red"),
      ("\u{9B}31mred\u{9B}0m", "red"),
      ("\u{1B}[38:2::1:2:3 qx", "x"),
      ("\u{1B}]0;title\u{7}text", "text"),
      ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{9D}0;title\u{9C}text", "text"),
      ("\u{1B}Pq#0~\u{1B}\\after", "after"),
      ("\u{1B}c\u{1B}(Bx", "x"),
      ("\u{1B}]unterminated", "unterminated"),
      ("\u{1B}", ""), ("\u{1B}[", ""), ("\u{1B}[31", ""),
      ("\u{202E}evil\u{202C} \u{2066}x\u{2069}", "evil x"),
      ("zero\u{200B}width\u{FEFF}soft\u{AD}", "zerowidthsoft"),
      ("hidden\u{E0041}\u{E0042}", "hidden"),
      ("line\u{2028}sep", "linesep"),
      ("\u{85}\u{80}\u{9F}x", "x"),
    ])
  func controlsEscape(text: String, shown: String) {
    #expect(TerminalText.safe(text) == shown)
  }

  @Test("no control and no bidirectional control survives, wherever it stands") func noControl() {
    let controls = [0..<0x20, 0x7F..<0xA0, 0x202A..<0x202F, 0x2066..<0x206A, 0x61C..<0x61D]
    for value in controls.joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      for text in ["\(scalar)", "a\(scalar)b", "\u{1B}\(scalar)", "\u{1B}]\(scalar)x"] {
        let shown = TerminalText.safe(text)
        #expect(!shown.unicodeScalars.contains(scalar))
      }
    }
  }

  @Test("many unterminated control strings cost linear time") func manyUnterminated() {
    let text = String(repeating: "\u{1B}]", count: 200_000)
    #expect(TerminalText.safe(text).isEmpty)
  }
}
