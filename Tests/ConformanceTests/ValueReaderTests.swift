import Testing

@testable import Conformance

@Suite("Reading JSON strictly")
struct ValueReaderTests {
  @Test(
    "JSON is read",
    arguments: [
      ("null", "null"), (" true ", "true"), ("[ ]", "[]"), ("{ }", "{}"),
      ("[1 , -0.5e+3,18446744073709551616]", "[1,-0.5e+3,18446744073709551616]"),
      (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
      (#""\u00e9\ud83c\udf89\/\u0000""#, #""é🎉/\u0000""#),
    ])
  func accepts(_ text: String, _ compact: String) throws {
    #expect(try Value(text: text).text == compact)
  }

  @Test(
    "anything else is not, and the place is told",
    arguments: [
      ("", 0), ("nul", 0), ("NaN", 0), ("+1", 0), ("01", 1), ("1.", 2), (".5", 0), ("1e", 2),
      ("-", 1), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{a:1}", 1), ("{} {}", 3),
      ("\"\u{1}\"", 1), (#""\x""#, 3), (#""\u12g4""#, 5), (#""\ud800""#, 7),
      (#""\udc00\ud800""#, 13), ("'a'", 0), ("\u{FEFF}1", 0), ("[", 1), ("\"a", 2),
    ])
  func refuses(_ text: String, _ offset: Int) {
    let fault = #expect(throws: ValueReader.Fault.self) { try ValueReader.read(Array(text.utf8)) }
    #expect(fault?.offset == offset)
  }

  @Test(
    "bytes that are no UTF-8 are refused",
    arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80]])
  func refusesBytes(_ bytes: [UInt8]) {
    #expect(throws: ValueReader.Fault.self) {
      try ValueReader.read([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
    }
  }

  @Test("nesting is bounded, so that no host can end the kit")
  func nesting() {
    #expect(throws: ValueReader.Fault.self) {
      try ValueReader.read(Array(repeating: UInt8(ascii: "["), count: 100_000))
    }
  }
}
