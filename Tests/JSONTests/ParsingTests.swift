import JSON
import Testing

@Suite("Parsing")
struct ParsingTests {
  @Test("values of every kind are read")
  func everyKind() throws {
    let text = #"{"n":null,"t":true,"f":false,"i":-7,"r":1.5e3,"s":"a\u0000ü","a":[1,2],"o":{}}"#
    let value = try JSONValue.parse(text)
    #expect(value.kind == .object && value.count == 8)
    #expect(value["n"]?.isNull == true)
    #expect(value["t"]?.boolean == true && value["f"]?.boolean == false)
    #expect(value["i"]?.integer == -7 && value["i"]?.double == -7)
    #expect(value["r"]?.double == 1500 && value["r"]?.integer == nil)
    #expect(value["s"]?.string == "a\u{0}ü")
    #expect(value["a"]?[1]?.integer == 2 && value["a"]?.elements.count == 2)
    #expect(value["o"]?.kind == .object && value["o"]?.count == 0)
  }

  @Test("what is not there is nil")
  func absent() throws {
    let value = try JSONValue.parse(#"{"a":[1],"":2}"#)
    #expect(value["b"] == nil && value["a\u{0}"] == nil)
    #expect(value[""]?.integer == 2)
    #expect(value["a"]?[1] == nil && value["a"]?[-1] == nil && value["a"]?["x"] == nil)
    #expect(value[0] == nil && value.elements.isEmpty && value["a"]?.members.isEmpty == true)
    #expect(
      value.string == nil && value.boolean == nil && value.integer == nil && value.double == nil)
  }

  @Test("members come in the order of the text")
  func order() throws {
    let value = try JSONValue.parse(#"{"z":1,"a":2,"ü":3,"m":4}"#)
    #expect(value.members.map(\.name) == ["z", "a", "ü", "m"])
    #expect(value.members.map(\.value.integer) == [1, 2, 3, 4])
  }

  @Test("a member outlives the value that it was taken from")
  func lifetime() throws {
    func inner() throws -> JSONValue? { try JSONValue.parse(#"{"a":{"b":["deep"]}}"#)["a"]?["b"] }
    #expect(try inner()?[0]?.string == "deep")
  }

  @Test("kinds have the names of JSON Schema")
  func kindNames() throws {
    let value = try JSONValue.parse(#"[null, true, 1, 1.0, "", [], {}]"#)
    #expect(
      value.elements.map(\.kind.description)
        == ["null", "boolean", "integer", "number", "string", "array", "object"])
  }

  @Test(
    "faults are told with their place and kind",
    arguments: [
      (text: "", kind: .syntax, line: 1, offset: 0),
      (text: "{\n \"a\": nul}", kind: .syntax, line: 2, offset: 11),
      (text: "[1] 2", kind: .syntax, line: 1, offset: 5),
      (text: "\"\\ud800\"", kind: .syntax, line: 1, offset: 8),
      (text: "[1,", kind: .syntax, line: 1, offset: 3),
      (text: #"{"a":1,"a":2}"#, kind: .duplicateMember, line: 1, offset: 10),
      (text: "9223372036854775808", kind: .unrepresentable, line: 1, offset: 19),
      (text: "1e999", kind: .unrepresentable, line: 1, offset: 5),
      (text: #"{"a\u0000":1}"#, kind: .unrepresentable, line: 1, offset: 10),
    ] as [(text: String, kind: JSONParseError.Kind, line: Int, offset: Int)])
  func faults(text: String, kind: JSONParseError.Kind, line: Int, offset: Int) {
    let error = #expect(throws: JSONParseError.self) { try JSONValue.parse(text) }
    #expect(error?.kind == kind)
    #expect(error?.line == line)
    #expect(error?.offset == offset)
    #expect(error?.reason.isEmpty == false)
    #expect(error?.description.hasPrefix("line \(line), column ") == true)
  }

  @Test(
    "a byte 0 is a fault wherever it stands",
    arguments: ["1\u{0}", "[true\u{0}]", "\"a\u{0}\"", "\u{0}"])
  func zeroBytes(text: String) {
    let error = #expect(throws: JSONParseError.self) { try JSONValue.parse("[\n\n" + text) }
    #expect(error?.kind == .syntax && error?.line == 3)
    #expect(error?.offset == 3 + Array(text.utf8).prefix { $0 != 0 }.count)
  }

  @Test("a tree that libjansson finds too deep is told as one that can't be held")
  func tooDeep() {
    let text = String(repeating: "[", count: 3_000)
    let error = #expect(throws: JSONParseError.self) { try JSONValue.parse(text) }
    #expect(error?.kind == .unrepresentable)
    #expect(error?.offset == 2_049)
  }

  @Test("a quotation in a fault has no control characters")
  func faultsAreClean() {
    let error = #expect(throws: JSONParseError.self) {
      try JSONValue.parse("[\"a\u{1}\u{1B}[2J\"]")
    }
    #expect(error?.reason.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test("invalid UTF-8 is a fault", arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22]])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(throws: JSONParseError.self) { try JSONValue.parse(bytes) }
  }

  @Test("equality looks at kinds and values, not at the order of members")
  func equality() throws {
    #expect(try JSONValue.parse(#"{"a":1,"b":[2]}"#) == JSONValue.parse(#"{"b":[2],"a":1}"#))
    #expect(try JSONValue.parse("1") != JSONValue.parse("1.0"))
    #expect(try JSONValue.parse("[1,2]") != JSONValue.parse("[2,1]"))
  }
}
