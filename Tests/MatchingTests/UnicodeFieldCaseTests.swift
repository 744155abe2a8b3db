import Matching
import Testing

@Suite("Field cases of Unicode")
struct UnicodeFieldCaseTests {
  @Test("FC-159: ranges count bytes of UTF-8")
  func rangesAreBytes() {
    #expect(Query("l").ranges(in: "🍋l") == [4..<5])
    #expect(Query("face").ranges(in: "const face = \"😀\";") == [6..<10])
    #expect(Query("😀").ranges(in: "const face = \"😀\";") == [14..<18])
  }

  @Test("FC-160: the typed beginning of a non-ASCII word is a whole range")
  func nonASCIIPrefix() {
    #expect(marked("При", in: "Привіт") == ["При"])
    #expect(Query("при").ranges(in: "Привіт") == [0..<6])
  }

  static let spellings: [(String, String)] = [
    ("\u{FC}", "u\u{308}"),
    ("b\u{1EC7}nh", "be\u{323}\u{302}nh"),
    ("b\u{1EC7}nh", "be\u{302}\u{323}nh"),
    ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}"),
    ("\u{304C}", "\u{304B}\u{3099}"),
    ("\u{212B}", "A\u{30A}"),
  ]

  @Test(
    "FC-162: composed and decomposed forms match each other, at the same rank", arguments: spellings
  )
  func canonicalEquivalence(_ spelling: (String, String)) {
    for query in [spelling.0, spelling.1] {
      for options in [.exact, .prefix, .contains, MatchOptions(diacriticSensitive: true)] {
        let found = matches(query, in: [spelling.0, spelling.1], options: options)
        #expect(found.map(\.candidate.row) == [0, 1])
        #expect(Set(found.map(\.score)).count == 1)
      }
    }
  }

  @Test("FC-162: the text keeps its own bytes")
  func textIsKept() {
    let text = "e\u{302}\u{323}"
    let kept = snapshot(of: [text]).text(of: CandidateID(segment: 0, row: 0))
    #expect(kept.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }

  @Test("FC-163: a mark in the query is strict, a plain letter matches both")
  func marksAreStrict() {
    let texts = ["pln a", "nfc \u{E4}", "nfd a\u{308}", "nfc \u{E1}", "nfd a\u{301}"]
    #expect(Set(ranked("a", in: texts)) == Set(texts))
    #expect(ranked("\u{E4}", in: texts) == [texts[1], texts[2]])
    #expect(ranked("a\u{308}", in: texts) == [texts[1], texts[2]])
    #expect(ranked("\u{EB}", in: ["b\u{EB}", "be"]) == ["b\u{EB}"])
  }

  @Test("FC-163: marks can be typed one after the other")
  func marksGrow() {
    for query in ["e", "\u{EA}", "\u{1EC7}", "\u{1EB9}"] {
      #expect(ranked("b\(query)n", in: ["b\u{1EC7}nh"]).count == 1)
    }
    #expect(ranked("b\u{1EC7}nh", in: ["b\u{EA}nh"]) == [])
  }

  @Test("FC-165: a variant spelling comes just behind the equal one")
  func variants() {
    let texts = ["chaquic\u{E4}cu", "\u{107}haqui", "chaqui", "\u{107}haqui ataca"]
    #expect(ranked("chaqui", in: texts) == [texts[2], texts[1], texts[3], texts[0]])
    #expect(matches("chaqui", in: texts).map(\.isExact) == [true, true, false, false])
  }

  @Test("FC-166: all letters i are one class")
  func turkishI() {
    let texts = ["Satış Teklifleri", "InstrumentationManager"]
    #expect(ranked("satış teklİflerİ", in: texts) == [texts[0]])
    #expect(ranked("satis teklifleri", in: texts) == [texts[0]])
    #expect(ranked("instr", in: texts) == [texts[1]])
    for letter in ["i", "I", "İ", "ı", "i\u{307}", "I\u{307}"] {
      #expect(ranked(letter, in: ["i", "I", "İ", "ı", "i\u{307}", "I\u{307}"]).count == 6)
    }
  }

  @Test("FC-168: accented letters score as plain ones")
  func accentsScoreAlike() {
    #expect(ranked("\u{E9}a", in: ["\u{E9}_a", "\u{E9}a"]) == ["\u{E9}a", "\u{E9}_a"])
    #expect(ranked("中a", in: ["a中b", "b中_a", "中ab"]) == ["中ab", "b中_a"])
    let plain = matches("ea", in: ["x_ea", "xEa", "e_a"]).map(\.score)
    let accented = matches("\u{E9}a", in: ["x_\u{E9}a", "x\u{C9}a", "\u{E9}_a"]).map(\.score)
    #expect(plain == accented)
  }

  @Test("FC-169: whole grapheme clusters are marked")
  func clusters() {
    #expect(marked("lastic", in: "test-e\u{301}lastic-role") == ["lastic"])
    #expect(marked("fam", in: "👨‍👩‍👧 family") == ["fam"])
    #expect(marked("e", in: "caf\u{E9}") == ["\u{E9}"])
    #expect(Query("e").ranges(in: "cafe\u{301}s") == [3..<6])
    #expect(marked("👨‍👩‍👧", in: "👨‍👩‍👧 family") == ["👨‍👩‍👧"])
    #expect(Query("\n").ranges(in: "a\r\nb") == [1..<3])
  }

  @Test("FC-169: emoji sequences match as a whole")
  func emojiSequences() {
    #expect(ranked("👩", in: ["👨‍👩‍👧", "👩‍👩‍👦‍👦", "👩"]) == ["👩"])
    #expect(ranked("🇩🇪", in: ["🇩🇪", "🇩🇰", "🇪🇸🇩🇪"]) == ["🇩🇪", "🇪🇸🇩🇪"])
    #expect(ranked("👍", in: ["👍🏽"]) == [])
    #expect(ranked("👍🏽", in: ["👍🏽", "👍🏿"]) == ["👍🏽"])
  }

  @Test("FC-171: variation selectors don't count")
  func variationSelectors() {
    let texts = ["\u{2614} rain", "\u{26C4}\u{FE0F} snow"]
    #expect(ranked("\u{2614}\u{FE0F}", in: texts) == [texts[0]])
    #expect(ranked("\u{26C4}", in: texts) == [texts[1]])
    #expect(marked("\u{26C4}", in: texts[1]) == ["\u{26C4}\u{FE0F}"])
  }

  @Test("FC-172: the final sigma is a sigma", arguments: ["Ας", "ασ", "ΑΣ", "ας"])
  func finalSigma(_ query: String) {
    let found = ranked(query, in: ["Ας", "ασ", "ΑΣ", "ας"])
    #expect(found.count == 4)
    #expect(found.first == query)
  }

  @Test("FC-201: Vietnamese without its marks")
  func vietnamese() {
    let texts = ["Hoàn thiện tài liệu đào tạo", "TTSTN - Nhân sự tiềm năng"]
    #expect(ranked("nhân sự tiềm năng", in: texts).first == texts[1])
    #expect(ranked("nhan su tiem nang", in: texts).first == texts[1])
    #expect(ranked("dao tao", in: texts).first == texts[0])
    #expect(ranked("đao", in: ["dao", "đào"]) == ["đào"])
  }

  @Test("Letters that only look decomposed fold to their plain letter")
  func strokes() {
    #expect(ranked("dang", in: ["Đặng Thái Sơn"]).count == 1)
    #expect(ranked("nguyen", in: ["Nguy\u{1EC5}n", "Nguye\u{302}\u{303}n"]).count == 2)
    #expect(ranked("orsted", in: ["Ørsted"]).count == 1)
    #expect(ranked("strasse", in: ["Straße"]).count == 1)
    #expect(ranked("straße", in: ["STRASSE"]).count == 1)
    #expect(ranked("lodz", in: ["Łódź"]).count == 1)
    #expect(ranked("abc123", in: ["ＡＢＣ１２３"]).count == 1)
    #expect(ranked("ａｂｃ", in: ["abc"]).count == 1)
    #expect(ranked("file", in: ["ﬁle"]).count == 1)
    #expect(ranked("encyclopaedia", in: ["Encyclopædia"]).count == 1)
  }

  @Test("Chinese matches by characters, Hangul by its letters as they are typed")
  func eastAsian() {
    #expect(ranked("中试", in: ["中文测试", "测试中"]) == ["中文测试"])
    #expect(marked("测试", in: "中文测试") == ["测试"])
    for query in ["ㅎ", "하", "한", "한ㄱ", "한국", "ㅎㄱ"] {
      #expect(ranked(query, in: ["한국"]) == ["한국"])
    }
    #expect(matches("ㅎㄱ", in: ["한국"]).map(\.isExact) == [false])
  }
}
