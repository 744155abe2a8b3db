@testable import Matching

/// Random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Texts from few characters, so that they match often, with every kind of character among them.
enum RandomTexts {
  static let ascii = ["a", "b", "c", "A", "B", "C", "a", "b", "1", "2", "_", " ", "/", "-"]
  static let any =
    ascii + [
      "e", "é", "e\u{301}", "ệ", "e\u{302}", "ê", "đ", "d", "ß", "s", "σ", "ς", "Σ", "İ", "ı", "i",
      "I",
      "中", "文", "한", "하", "ㅎ", "か", "が", "👩", "👩\u{200D}👧", "👍🏽", "👍", "🇩🇪", "\u{FE0F}", "\u{301}",
      "Ａ", "ﬁ", "æ", "—", "Ж", "ж",
    ]
  /// Lengths around the borders of words of 64 characters.
  private static let longLengths = [63, 64, 65, 127, 128, 129, 200, 255, 256, 257, 300]

  static func text(using generator: inout SeededGenerator, isASCII: Bool) -> String {
    let length =
      generator.chance(15)
      ? generator.pick(longLengths) : Int.random(in: 0...14, using: &generator)
    return text(length, using: &generator, isASCII: isASCII)
  }

  static func query(using generator: inout SeededGenerator, isASCII: Bool) -> String {
    text(Int.random(in: 0...6, using: &generator), using: &generator, isASCII: isASCII)
  }

  static func options(using generator: inout SeededGenerator) -> MatchOptions {
    MatchOptions(
      mode: generator.pick([.fuzzy, .fuzzy, .fuzzy, .prefix, .contains, .exact]),
      caseSensitivity: generator.pick([.insensitive, .insensitive, .smart, .sensitive]),
      diacriticSensitive: generator.chance(20))
  }

  private static func text(
    _ length: Int, using generator: inout SeededGenerator, isASCII: Bool
  ) -> String {
    (0..<length).map { _ in generator.pick(isASCII ? ascii : any) }.joined()
  }
}
