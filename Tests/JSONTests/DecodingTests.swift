import JSON
import Testing

@Suite("Decoding")
struct DecodingTests {
  private struct Point: JSONDecodable, Equatable {
    var x: Int
    var label: String?

    init(json: JSONValue) throws(DecodingFailure) {
      x = try json.required("x")
      label = try json.optional("label")
    }
  }

  private enum Mode: String, CaseIterable, JSONDecodable, JSONEncodable {
    case fuzzy
    case exact
  }

  private struct Code: RawRepresentable, JSONDecodable, JSONEncodable, Equatable {
    var rawValue: Int
  }

  @Test("members are read, and null means the same as absence")
  func members() throws {
    let value = try JSONValue.parse(
      #"{"p":{"x":1},"q":{"x":2.0,"label":null},"r":{"x":3,"label":"l"}}"#)
    let points: [String: Point] = try Dictionary(json: value)
    #expect(points["p"]?.x == 1 && points["p"]?.label == nil)
    #expect(points["q"]?.x == 2 && points["q"]?.label == nil)
    #expect(points["r"]?.label == "l")
  }

  @Test(
    "failures tell path, expectation and finding",
    arguments: [
      (#"{"list":[{"x":1},{"x":"1"}]}"#, "/list/1/x", "integer", "string"),
      (#"{"list":[{"x":1},{}]}"#, "/list/1/x", "integer", "nothing"),
      (#"{"list":[{"x":null}]}"#, "/list/0/x", "integer", "nothing"),
      (#"{"list":[{"x":1.5}]}"#, "/list/0/x", "integer", "number"),
      (#"{"list":[{"x":1,"label":[]}]}"#, "/list/0/label", "string", "array"),
      (#"{"list":[7]}"#, "/list/0", "object", "integer"),
      (#"{"list":"no"}"#, "/list", "array", "string"),
      (#"{}"#, "/list", "array", "nothing"),
      (#""no""#, "", "object", "string"),
    ])
  func failures(text: String, path: String, expected: String, found: String) throws {
    let value = try JSONValue.parse(text)
    let failure = #expect(throws: DecodingFailure.self) {
      let _: [Point] = try value.required("list")
    }
    #expect(failure == DecodingFailure(path: path, expected: expected, found: found))
  }

  @Test("pointers escape tilde and slash")
  func pointers() throws {
    let value = try JSONValue.parse(#"{"a/b~c":true}"#)
    let failure = #expect(throws: DecodingFailure.self) { try [String: Int](json: value) }
    #expect(failure?.path == "/a~1b~0c")
    #expect(failure?.description == "expected integer at /a~1b~0c, found boolean")
  }

  @Test("a failure is written as data of an error")
  func failureAsJSON() {
    let failure = DecodingFailure(path: "/field", expected: "string", found: "integer")
    #expect(
      failure.jsonBytes() == Array(#"{"path":"/field","expected":"string","found":"integer"}"#.utf8)
    )
  }

  @Test("an empty object is an empty array, and the other way round")
  func emptyContainers() throws {
    #expect(try [Int](json: .parse("{}")) == [])
    #expect(try [String: Int](json: .parse("[]")) == [:])
    #expect(throws: DecodingFailure.self) { try [Int](json: .parse(#"{"a":1}"#)) }
    #expect(throws: DecodingFailure.self) { try [String: Int](json: .parse("[1]")) }
  }

  @Test("raw values")
  func rawValues() throws {
    let value = try JSONValue.parse(#"{"mode":"exact","code":-32600,"bad":"other"}"#)
    let mode: Mode = try value.required("mode")
    let code: Code = try value.required("code")
    #expect(mode == .exact && code.rawValue == -32600)
    #expect(mode.jsonBytes() == Array(#""exact""#.utf8) && code.jsonBytes() == Array("-32600".utf8))
    let failure = #expect(throws: DecodingFailure.self) { let _: Mode = try value.required("bad") }
    #expect(failure?.path == "/bad" && failure?.expected == "one of fuzzy, exact")
    let missing = #expect(throws: DecodingFailure.self) { let _: Mode = try value.required("x") }
    #expect(missing?.expected == "string")
  }

  @Test("FC-045: integers keep all 64 bits, beyond them the fault is told")
  func largeIntegers() throws {
    let value = try JSONValue.parse(#"{"line":9223372036854775807,"character":4294967295}"#)
    let line: Int = try value.required("line")
    #expect(line == .max)
    let error = #expect(throws: JSONParseError.self) {
      try JSONValue.parse("[18446744073709551616]")
    }
    #expect(error?.kind == .unrepresentable)
    #expect(throws: DecodingFailure.self) { try Int(json: .parse("1e30")) }
  }
}
