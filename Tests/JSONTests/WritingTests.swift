import JSON
import Testing

@Suite("Writing")
struct WritingTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("commas and colons stand where they must")
  func punctuation() {
    let written = text { writer in
      writer.beginObject()
      writer.member("a", 1)
      writer.member("none", nil as Int?)
      writer.name("b")
      writer.beginArray()
      writer.value(true)
      writer.null()
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.raw(Array("[9]".utf8))
      writer.value("x")
      writer.endArray()
      writer.name("c" as String)
      writer.value(UInt64.max)
      writer.member("d", ["k": [1.5]])
      writer.endObject()
    }
    #expect(
      written == #"{"a":1,"b":[true,null,[],{},[9],"x"],"c":18446744073709551615,"d":{"k":[1.5]}}"#)
  }

  @Test("a value is appended to bytes that are there")
  func appending() {
    var writer = JSONWriter(appendingTo: Array("prefix,".utf8))
    writer.value(Int64.min)
    #expect(writer.bytes == Array("prefix,-9223372036854775808".utf8))
  }

  @Test(
    "strings are escaped where JSON demands it and nowhere else",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#),
      ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\u{0}\u{1}\u{F}\u{10}\u{1F}", #""\u0000\u0001\u000f\u0010\u001f""#),
      ("/\u{7F}\u{2028}ü测🎉", "\"/\u{7F}\u{2028}ü测🎉\""),
      ("longer than a word\"", #""longer than a word\"""#),
      ("12345678\n", #""12345678\n""#), ("1234567\n", #""1234567\n""#),
    ])
  func escapes(string: String, expected: String) throws {
    let written = text { $0.value(string) }
    #expect(written == expected)
    #expect(try JSONValue.parse(written).string == string)
    #expect(text { $0.name(string) } == expected + ":")
  }

  @Test(
    "doubles are written in the shortest form that reads back the same",
    arguments: [
      (300.0, "300"), (0.0, "0"), (-0.0, "-0.0"), (600.3, "600.3"), (0.1, "0.1"), (1e-5, "1e-05"),
      (-1.5, "-1.5"), (9_007_199_254_740_991, "9007199254740991"), (1e16, "1e+16"),
      (1e300, "1e+300"),
      (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ] as [(Double, String)])
  func doubles(value: Double, expected: String) throws {
    let written = text { $0.value(value) }
    #expect(written == expected)
    let read = try #require(JSONValue.parse(written).double)
    #expect(read.bitPattern == value.bitPattern)
  }

  @Test("random doubles read back the same")
  func randomDoubles() throws {
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state)
      guard value.isFinite else { continue }
      let read = try #require(JSONValue.parse(text { $0.value(value) }).double)
      #expect(read.bitPattern == value.bitPattern)
    }
  }

  @Test("numbers that are not finite become null and are remembered")
  func nonFinite() {
    for value in [Double.infinity, -.infinity, .nan] {
      var writer = JSONWriter()
      #expect(!writer.hasNonFiniteNumber)
      writer.value([value, 1])
      #expect(writer.bytes == Array("[null,1]".utf8))
      #expect(writer.hasNonFiniteNumber)
    }
  }

  @Test(
    "a parsed value is written so that it reads back equal",
    arguments: [
      #"{"b":[1,2.0,-3.5e10,1e2],"a":{"x":null,"":[]},"s":"\u0000ü\n"}"#, "0.1", "-0", "-0.0", "[]",
      "{}",
      "[600.3,300.0,1e300]",
    ])
  func serializing(source: String) throws {
    let value = try JSONValue.parse(source)
    for style in [JSONValue.Style.compact, .pretty, .sorted] {
      #expect(try JSONValue.parse(value.serialized(style)) == value)
    }
  }

  @Test("styles")
  func styles() throws {
    let value = try JSONValue.parse(#"{"b":[1,{}],"a":{"y":1.0,"x":[]}}"#)
    #expect(value.serialized() == #"{"b":[1,{}],"a":{"y":1.0,"x":[]}}"#)
    #expect(value.description == value.serialized(.compact))
    #expect(value.serialized(.sorted) == #"{"a":{"x":[],"y":1.0},"b":[1,{}]}"#)
    #expect(
      value.serialized(.pretty) == """
        {
          "b": [
            1,
            {}
          ],
          "a": {
            "y": 1.0,
            "x": []
          }
        }
        """)
  }
}
