import Testing

@testable import HostCore

@Suite struct GlobTests {
  @Test(arguments: [
    ("*", "", true), ("*", "abc", true), ("**", "", true), ("?", "", false), ("?", "a", true),
    ("?", "ab", false), ("a*", "a", true), ("a*", "ab", true), ("a*", "ba", false),
    ("*a", "ba", true), ("*a", "ab", false), ("a*c", "abc", true), ("a*c", "ac", true),
    ("a*c", "abcd", false), ("*.swift", "Package.swift", true), ("*.swift", "swift", false),
    ("*.swift", "a.swift.swift", true), ("/src/*/main.?", "/src/a/b/main.c", true),
    ("a?c", "abc", true), ("a?c", "ac", false), ("a*b*c", "aXbYbZc", true), ("a*b*c", "acb", false),
    ("*ab", "aab", true), ("*aab*", "aaab", true), ("?*", "", false), ("?*", "x", true),
    ("*?", "", false), ("A*", "ab", false), ("ü?", "üß", true), ("?", "🎉", true),
    ("*[a]*", "x[a]y", true), ("[ab]*", "a", false), ("\\*", "\\x", true), ("\\*", "*", false),
  ])
  func wholeTextsMatch(pattern: String, text: String, isMatch: Bool) throws {
    let glob = try #require(Glob(pattern))
    #expect(glob.matches(text) == isMatch)
  }

  @Test func aTextWithoutWildcardsIsNoPattern() {
    #expect(Glob("abc") == nil && Glob("") == nil)
  }

  @Test("a pattern that could be tried in very many ways is tried in few")
  func manyStars() throws {
    let glob = try #require(Glob(String(repeating: "a*", count: 2000) + "b"))
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(!glob.matches(String(repeating: "a", count: Glob.longestText)))
    }
    // Backtracking into all stars would outlast the universe.
    #expect(time < .seconds(5))
  }

  @Test func tooLongATextMatchesNoPattern() throws {
    let glob = try #require(Glob("*"))
    #expect(glob.matches(String(repeating: "a", count: Glob.longestText)))
    #expect(!glob.matches(String(repeating: "a", count: Glob.longestText + 1)))
  }

  @Test("the answer is that of trying everything", arguments: 0..<40)
  func oracle(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func text(_ alphabet: [Character]) -> String {
      String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "a"
        })
    }
    for _ in 0..<250 {
      let pattern = text(["a", "b", "*", "?"])
      let subject = text(["a", "b"])
      guard let glob = Glob(pattern) else { continue }
      #expect(glob.matches(subject) == matches(pattern[...], subject[...]), "\(pattern) \(subject)")
    }
  }

  private func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    switch first {
    case "*":
      return matches(pattern.dropFirst(), text)
        || (!text.isEmpty && matches(pattern, text.dropFirst()))
    case "?": return !text.isEmpty && matches(pattern.dropFirst(), text.dropFirst())
    default: return text.first == first && matches(pattern.dropFirst(), text.dropFirst())
    }
  }
}
