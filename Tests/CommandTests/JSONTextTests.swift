import Testing

@testable import jackfield

@Suite struct JSONTextTests {
  private func format(_ text: String, _ layout: JSONText.Layout) -> String {
    String(decoding: JSONText.formatted(Array(text.utf8), as: layout), as: UTF8.self)
  }

  @Test(
    "compact text has no blanks outside of strings and keeps every value's bytes",
    arguments: [
      ("{}", "{}"), ("[ ]", "[]"), (" [1 ,\n 2] ", "[1,2]"), (#"{ "a" : { } }"#, #"{"a":{}}"#),
      (#"" a\" b ""#, #"" a\" b ""#), ("1e400", "1e400"), ("-0", "-0"),
      (#""\\""#, #""\\""#), ("12345678901234567890.50", "12345678901234567890.50"),
    ])
  func compactText(
    text: String, compact: String
  ) {
    #expect(format(text, .compact) == compact)
  }

  @Test("pretty text has a member or element a line") func prettyText() {
    let pretty = """
      {
        "a": [
          1,
          {}
        ],
        "b,:[": "x, y",
        "c": []
      }
      """
    #expect(format(#"{"a":[1,{ }],"b,:[":"x, y","c":[ ]}"#, .pretty) == pretty)
    #expect(format(pretty, .pretty) == pretty)
    #expect(format("[]", .pretty) == "[]")
    #expect(format("null", .pretty) == "null")
  }

  @Test(
    "hazardous characters are escaped and all others kept",
    arguments: [
      ("\u{7F}", #"\u007f"#), ("\u{9B}31m", #"\u009b31m"#), ("\u{202E}x", #"\u202ex"#),
      ("a\u{2066}b\u{2069}", #"a\u2066b\u2069"#), ("\u{61C}", #"\u061c"#), ("\u{2028}", #"\u2028"#),
      ("\u{E0041}", #"\udb40\udc41"#), ("\u{FEFF}", #"\ufeff"#), ("Đặng 👩‍👩‍👦 中", "Đặng 👩‍👩‍👦 中"),
      (#"\u001b"#, #"\u001b"#), ("é\u{80}é", #"é\u0080é"#),
    ])
  func hazardousCharacters(text: String, escaped: String) {
    #expect(format("[\"\(text)\"]", .compact) == "[\"\(escaped)\"]")
  }

  @Test(
    "text that is not JSON does no harm",
    arguments: ["\"abc", "\"abc\\", "}}]]", "\"\u{C3}", "{\"a\"", ""])
  func textNot(text: String) {
    _ = format(text, .pretty)
    _ = format(text, .compact)
  }

  @Test("bytes that are not UTF-8 do no harm") func bytesNot() {
    for lead in UInt8(0x80)...0xFF {
      _ = JSONText.formatted([UInt8(ascii: "\""), lead], as: .compact)
      _ = JSONText.formatted([UInt8(ascii: "\""), lead, 0x80, UInt8(ascii: "\"")], as: .pretty)
    }
  }
}
