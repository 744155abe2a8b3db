import Testing

@testable import Conformance

@Suite("Patterns and variables")
struct PatternTests {
  static func vectors(_ name: String) throws -> [Value] {
    let file = try SourceTree.value("protocol/conformance/meta/vectors.json")
    return try #require(file[name]?.elements)
  }

  @Test("the vectors of the format match as they say")
  func patterns() throws {
    let vectors = try PatternTests.vectors("patterns")
    #expect(vectors.count > 30)
    for vector in vectors {
      let pattern = Pattern(try #require(vector["pattern"]))
      let matches = pattern.captures(of: vector["value"]) != nil
      #expect(vector["matches"] == .boolean(matches), "\(vector.text)")
    }
  }

  @Test("a matcher that nobody knows matches nothing")
  func unknownMatcher() throws {
    #expect(Pattern(try Value(text: #"{"$anny": true}"#)).captures(of: .null) == nil)
  }

  @Test("what a pattern captures is the value")
  func captures() throws {
    let pattern = Pattern(try Value(text: #"{"a": {"$capture": "x", "$type": "array"}}"#))
    let captures = try pattern.match(try Value(text: #"{"a": [1.0], "b": 2}"#))
    #expect(captures["x"]?.text == "[1.0]")
  }

  @Test("an attempt that fails captures nothing")
  func failedAttempt() throws {
    let pattern = Pattern(
      try Value(text: #"{"$oneOf": [{"$capture": "x", "$type": "string"}, {"$any": true}]}"#))
    #expect(try pattern.match(Value(5)).isEmpty)
  }

  @Test("a mismatch names its place and what was expected and found there")
  func mismatch() throws {
    let pattern = Pattern(try Value(text: #"{"a": [{"b/c": 1}]}"#))
    let error = #expect(throws: Mismatch.self) {
      try pattern.match(try Value(text: #"{"a": [{"b/c": 2}]}"#))
    }
    #expect(error?.place == "/a/0/b~1c")
    #expect(error?.expected == Value(1))
    #expect(error?.found == Value(2))
  }

  private func variables() throws -> (Value, Variables) {
    let file = try SourceTree.value("protocol/conformance/meta/vectors.json")
    let section = try #require(file["variables"])
    var variables = Variables()
    for (name, value) in section["are"]?.members ?? [] { variables[name] = value }
    return (section, variables)
  }

  @Test("variables stand for their values as the vectors say")
  func interpolation() throws {
    let (section, variables) = try variables()
    for vector in try #require(section["texts"]?.elements) {
      let text = try #require(vector["text"]?.string)
      #expect(try variables.interpolate(text) == vector["value"], "\(vector.text)")
    }
  }

  @Test("Bytes are as the vectors say")
  func bytes() throws {
    let (section, variables) = try variables()
    for vector in try #require(section["bytes"]?.elements) {
      let bytes = try ByteText(try #require(vector["bytes"])).bytes(variables)
      let digits = bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
      #expect(digits.joined(separator: " ") == vector["hex"]?.string, "\(vector.text)")
    }
  }

  @Test("values are found as they are written")
  func verbatim() throws {
    let file = try SourceTree.value("protocol/conformance/meta/vectors.json")
    let section = try #require(file["verbatim"])
    let text = Array(try #require(section["text"]?.string).utf8)
    for vector in try #require(section["values"]?.elements) {
      let pointer = JSONPointer(try #require(vector["pointer"]?.string))
      #expect(pointer.written(in: text) == vector["written"]?.string, "\(vector.text)")
    }
  }

  @Test(
    "a variable that is not there is the scenario's fault, a part of one is the host's",
    arguments: [
      ("${nobody}", true), ("a${nobody}", true), ("${n/0}", false), ("${o/b}", false),
    ])
  func unknownVariable(_ text: String, _ isTheScenarios: Bool) throws {
    let (_, variables) = try variables()
    let interruption = #expect(throws: Interruption.self) { try variables.interpolate(text) }
    let isFault = if case .fault? = interruption { true } else { false }
    #expect(isFault == isTheScenarios)
  }
}
