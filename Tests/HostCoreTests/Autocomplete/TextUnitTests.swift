import Testing

@testable import HostCore

/// Ranges of UTF-8 bytes in the three units of the protocol.
@Suite struct TextUnitTests {
  @Test(
    "FC-159: ranges are told in the negotiated unit",
    arguments: [
      (TextUnit.utf8, [[0, 4], [4, 1]]), (.utf16, [[0, 2], [2, 1]]), (.utf32, [[0, 1], [1, 1]]),
    ])
  func astralCharacters(unit: TextUnit, expected: [[Int]]) {
    #expect(unit.pairs(for: [0..<4, 4..<5], in: "🍋l") == expected)
  }

  @Test(
    arguments: [
      ("Nguy\u{1EC5}n", [6, 6, 8]), ("Nguye\u{302}\u{303}n", [8, 8, 10]), ("", [0, 0, 0]),
      ("const face = \"😀\";", [17, 18, 20]),
    ])
  func lengthsOfBothNormalForms(text: String, lengths: [Int]) {
    #expect([TextUnit.utf32, .utf16, .utf8].map { $0.count(text) } == lengths)
  }

  @Test func aRangeAfterCombiningMarksIsShiftedByThem() {
    let text = "e\u{301}x"
    #expect(TextUnit.utf16.pairs(for: [3..<4], in: text) == [[2, 1]])
    #expect(TextUnit.utf8.pairs(for: [3..<4], in: text) == [[3, 1]])
  }
}
