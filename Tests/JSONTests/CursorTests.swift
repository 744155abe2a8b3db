import JSON
import Testing

@Suite("Cursor")
struct CursorTests {
  private func elements(of text: String) -> [String] {
    var found: [String] = []
    Array(text.utf8).withUnsafeBytes { bytes in
      JSONCursor.elements(of: bytes) { found.append(String(decoding: $0, as: UTF8.self)) }
    }
    return found
  }

  private func members(of text: String) -> [[String]] {
    var found: [[String]] = []
    Array(text.utf8).withUnsafeBytes { bytes in
      JSONCursor.members(of: bytes) { name, value in
        found.append([
          String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self),
        ])
      }
    }
    return found
  }

  @Test("elements are cut out without the blanks around them")
  func elements() {
    #expect(elements(of: " [ ] ") == [])
    #expect(elements(of: "[1]") == ["1"])
    #expect(
      elements(of: #" [ 1 , "a,]\"\\" ,[ [2] ,"]"], {"x":"}"} ,null,-1.5e3 ] "#)
        == ["1", #""a,]\"\\""#, #"[ [2] ,"]"]"#, #"{"x":"}"}"#, "null", "-1.5e3"])
  }

  @Test("members are cut out, names with their escapes as written")
  func members() {
    #expect(members(of: "{ }") == [])
    #expect(
      members(of: #"{ "a" : 1 , "\u0069d":[{"b":2}],"":"" }"#)
        == [["a", "1"], [#"\u0069d"#, #"[{"b":2}]"#], ["", #""""#]])
  }

  @Test("other kinds have neither", arguments: ["1", "\"[1]\"", "null", "", "  "])
  func otherKinds(text: String) {
    #expect(elements(of: text).isEmpty && members(of: text).isEmpty)
    #expect(elements(of: "{\"a\":1}").isEmpty && members(of: "[1]").isEmpty)
  }

  @Test("text that is cut anywhere is never read beyond its end")
  func cutTexts() {
    let text = Array(#" {"a\"":[1,{"b":"\u00e9"}],"c":"d\\"} "#.utf8)
    for count in 0...text.count {
      let part = Array(text[..<count])
      part.withUnsafeBytes { bytes in
        JSONCursor.members(of: bytes) { _, value in JSONCursor.elements(of: value) { _ in } }
        var decoded: [UInt8] = []
        JSONCursor.appendUnescaped(bytes, to: &decoded)
      }
    }
  }

  @Test("an error of the body ends the walk")
  func errors() {
    struct Stop: Error {}
    var count = 0
    #expect(throws: Stop.self) {
      try Array("[1,2,3]".utf8).withUnsafeBytes { bytes in
        try JSONCursor.elements(of: bytes) { _ in
          count += 1
          if count == 2 { throw Stop() }
        }
      }
    }
    #expect(count == 2)
  }

  @Test(
    "escapes are decoded",
    arguments: [
      ("plain ü", "plain ü"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#"\u0041\u00fc\u6d4b\u0000"#, "Aü测\u{0}"), (#"\ud83c\uDF89"#, "🎉"),
      (#"\ud83c!"#, "\u{FFFD}!"), (#"\udf89"#, "\u{FFFD}"), (#"\ud83c\u0041"#, "\u{FFFD}A"),
      (#"\u00"#, "\u{FFFD}00"), (#"\"#, "\u{FFFD}"),
    ])
  func unescaping(string: String, expected: String) {
    var decoded = Array("before:".utf8)
    Array(string.utf8).withUnsafeBytes { JSONCursor.appendUnescaped($0, to: &decoded) }
    #expect(decoded == Array("before:".utf8) + Array(expected.utf8))
  }

  @Test("the cursor and the tree find the same in a list of items")
  func sameAsTree() throws {
    let items = (0..<200).map { #"{"id":"\#($0)","text":"täxt \"\#($0)\"","data":{"n":[\#($0)]}}"# }
    let text = "[\n  " + items.joined(separator: ",\n  ") + "\n]"
    let tree = try JSONValue.parse(text)
    let cut = elements(of: text)
    #expect(cut == items)
    #expect(try cut.map { try JSONValue.parse($0) } == tree.elements)
  }
}
