import JSON
import JSONRPC
import Testing

@Suite("Request ids")
struct RequestIDTests {
  private func id(_ text: String) -> RequestID {
    Array(text.utf8).withUnsafeBytes { RequestID(verbatim: $0) }
  }

  @Test(
    "FC-046: ids of every kind are echoed as they were written",
    arguments: [
      "0", "-1", "4294967296", "18446744073709551615", "9223372036854775808", "1e3", "1.0", "1.5",
      "-0", #""foo""#, #""\u0000""#, #""""#, #""1""#, "1E+400", String(repeating: "9", count: 41),
      "\"" + String(repeating: "x", count: 38) + "\"",
      "\"" + String(repeating: "ü", count: 500_000) + "\"",
    ])
  func verbatim(text: String) {
    #expect(id(text).withBytes { Array($0) } == Array(text.utf8))
    #expect(id(text).jsonBytes() == Array(text.utf8))
    #expect(id(text).count == text.utf8.count)
    #expect(id(text) == id(text))
  }

  @Test(
    "ids of equal type and value are equal, however they are written",
    arguments: [
      ["1", "1.0", "1e0", "10e-1", "0.1e1", "100E-2", "1.000", "0.01e+2"],
      ["0", "-0", "0.0", "-0e5", "0e99999999999999999999"],
      ["-1000", "-1e3", "-1.0E3"],
      ["12.5", "125e-1", "1.25e1", "12.50"],
      [#""a""#, #""\u0061""#],
      [#""a/b""#, #""a\/b""#, #""\u0061\u002Fb""#, #""\u0061\u002fb""#],
      [#""🎉""#, #""\ud83c\udf89""#],
      ["1e50", "1" + String(repeating: "0", count: 50), "10e49"],
      ["1e-5", "0.00001"],
    ])
  func equal(texts: [String]) {
    for left in texts {
      for right in texts {
        #expect(id(left) == id(right), "\(left) and \(right)")
        #expect(id(left).hashValue == id(right).hashValue, "\(left) and \(right)")
      }
    }
  }

  @Test("FC-036, FC-037: ids of other type or value differ")
  func different() {
    let texts = [
      "1", #""1""#, "-1", "10", "0", #""0""#, #""""#, #""a""#, #""A""#, "1.5", #""1.0""#, #""\"""#,
      #""\\""#,
      "9223372036854775807", "9223372036854775808", "18446744073709551616",
      "1e400", "1e401", "1e-400", "1e99999999999999999999", "\"é\"", "\"e\u{301}\"",
      "1" + String(repeating: "0", count: 39), "1" + String(repeating: "0", count: 40),
      "1" + String(repeating: "0", count: 41),
      "\"" + String(repeating: "x", count: 40) + "\"",
      "\"" + String(repeating: "x", count: 41) + "\"",
    ]
    for (index, left) in texts.enumerated() {
      for right in texts[(index + 1)...] { #expect(id(left) != id(right), "\(left) and \(right)") }
    }
    #expect(Set(texts.map(id)).count == texts.count)
  }

  @Test("what an id says can be read")
  func reading() {
    #expect(
      id("7").integer == 7 && id("7.0").integer == 7 && id("-9223372036854775808").integer == .min)
    #expect(id("7.5").integer == nil && id("9223372036854775808").integer == nil)
    #expect(id(#""7""#).integer == nil && id(#""7""#).string == "7" && id("7").string == nil)
    #expect(id(#""\u00fc\n""#).string == "ü\n")
    #expect(id("7").isNumber && !id("7").isString && id(#""""#).isString)
  }

  @Test("an id of the host's own making is written as JSON")
  func making() {
    #expect(RequestID(42) == id("42") && RequestID(-1).jsonBytes() == Array("-1".utf8))
    #expect(RequestID("s3:42/people#7").jsonBytes() == Array(#""s3:42/people#7""#.utf8))
    #expect(RequestID("a\"\n").jsonBytes() == Array(#""a\"\n""#.utf8))
    #expect(RequestID("a\"\n").string == "a\"\n")
  }

  @Test("the description of a long id is short")
  func descriptions() {
    #expect(id(#""short""#).description == #""short""#)
    #expect(id("\"" + String(repeating: "x", count: 1_000_000) + "\"").description.utf8.count < 60)
  }

  @Test("text that is no id is kept and compared as bytes")
  func noIDs() {
    for text in ["", "[1]", "null", "-", "\"", "x", "e", "1e", "--1", "1.", "\"\\\"", "\"\\u12\""] {
      #expect(id(text) == id(text))
      #expect(id(text).hashValue == id(text).hashValue)
      _ = (id(text).integer, id(text).string, id(text).description)
    }
  }
}
