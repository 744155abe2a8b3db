import Testing

@testable import jackfield

@Suite struct SuggestionTests {
  @Test(
    "slips are counted",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("status", "stauts", 1), ("call", "cal", 1),
      ("match", "watch", 1), ("plugins", "plugin", 1), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
  func slipsCounted(source: String, target: String, distance: Int) {
    #expect(Suggestion.distance(from: source, to: target) == distance)
    #expect(Suggestion.distance(from: target, to: source) == distance)
  }

  @Test(
    "only a near name is suggested",
    arguments: [
      ("stauts", "status"), ("compelte", "complete"), ("calll", "call"), ("lgo", "log"),
      ("--jsno", nil), ("x", nil), ("frobnicate", nil), ("", nil), ("--", nil),
    ])
  func onlyNear(word: String, expected: String?) {
    let names = ["call", "complete", "log", "status", "stop"]
    #expect(Suggestion.nearest(to: word, among: names) == expected)
  }
}
