import JSON
import Testing

@testable import HostCore

/// Reading lists without a tree.
@Suite struct RowTextTests {
  private func written(_ json: String) throws -> String {
    let row = try ListTexts.scan(json) { value throws(ScanFault) in try RowText(value) }
    var writer = JSONWriter()
    row.encode(into: &writer, section: ExactID("s"))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "a row is passed on with what the protocol knows, as it was written",
    arguments: [
      (
        #"{"id":"1","cellType":"a","title":"T"}"#,
        #"{"id":"1","cellType":"a","title":"T","section":"s"}"#
      ),
      (
        #"{"data":[1.0, 18446744073709551616],"title":"T","other":3,"cellType":"a","id":"1"}"#,
        #"{"id":"1","cellType":"a","title":"T","data":[1.0, 18446744073709551616],"section":"s"}"#
      ),
      (
        #"{"id":"1","cellType":"a","title":"T","subtitle":null,"image":"i","fields":[]}"#,
        #"{"id":"1","cellType":"a","title":"T","image":"i","fields":{},"section":"s"}"#
      ),
      (
        #"{"\u0069d":"\u0041\"","cellType":"a","title":"é\\u0000"}"#,
        #"{"id":"\u0041\"","cellType":"a","title":"é\\u0000","section":"s"}"#
      ),
    ])
  func passedOn(json: String, expected: String) throws {
    #expect(try written(json) == expected)
  }

  @Test("U+0000 is replaced in what is shown and stays in data")
  func nullCharacters() throws {
    let json =
      #"{"id":"1","cellType":"a","title":"a\u0000b\\\u0000","fields":{"x":"\u0000"},"data":"\u0000"}"#
    let row = try written(json)
    #expect(
      row
        == #"{"id":"1","cellType":"a","title":"a\ufffdb\\\ufffd","fields":{"x":"\ufffd"},"data":"\u0000","section":"s"}"#
    )
  }

  @Test("line breaks between members become blanks")
  func lineBreaks() throws {
    let row = try written(
      "{\"id\":\"1\",\"cellType\":\"a\",\"title\":\"T\",\"data\":{\r\n\"x\":\n1}}")
    #expect(!row.contains { $0.isNewline })
    #expect(row.contains(#""data":{  "x": 1}"#))
  }

  @Test(
    "what is wrong with a row is told with its place",
    arguments: [
      ("3", "", "object", "integer"),
      ("[1]", "", "object", "array"),
      ("[]", "/id", "string", "nothing"),
      (#"{"cellType":"a","title":"T"}"#, "/id", "string", "nothing"),
      (#"{"id":null,"cellType":"a","title":"T"}"#, "/id", "string", "nothing"),
      (#"{"id":1,"cellType":"a","title":"T"}"#, "/id", "string", "integer"),
      (#"{"id":"1","title":"T"}"#, "/cellType", "string", "nothing"),
      (#"{"id":"1","cellType":"a"}"#, "/title", "string", "nothing"),
      (#"{"id":"1","cellType":"a","title":1.5}"#, "/title", "string", "number"),
      (#"{"id":"1","cellType":"a","title":"T","subtitle":{}}"#, "/subtitle", "string", "object"),
      (#"{"id":"1","cellType":"a","title":"T","fields":[1]}"#, "/fields", "object", "array"),
    ])
  func faults(json: String, path: String, expected: String, found: String) {
    #expect(
      throws: ScanFault.shape(DecodingFailure(path: path, expected: expected, found: found))
    ) { try written(json) }
  }

  @Test("M-8: a member that stands twice is told as that, however it is written")
  func repeated() {
    #expect(throws: ScanFault.repeated(path: "/title")) {
      try written(#"{"id":"1","cellType":"a","title":"T","t\u0069tle":"U"}"#)
    }
  }

  @Test("an empty object counts as an empty array, and the other way round")
  func emptyContainers() throws {
    let list = try ListTexts.describe(#"{"cellTypes":[{"id":"a","fields":{}}],"sections":{ }}"#) {
      try ListState($0, isFetched: false, capacity: ListTexts.capacity)
    }
    #expect(list.total == 0 && !list.mayHaveMore)
  }

  @Test(
    "a list that can't be used is refused with the place",
    arguments: [
      (#"{"sections":[]}"#, "/cellTypes", "array", "nothing"),
      (#"{"cellTypes":[]}"#, "/cellTypes", "array of 1 to 64", "array of 0"),
      (
        #"{"cellTypes":[{"id":"a"},{"id":"a"}]}"#, "/cellTypes/1/id",
        "an id that no other cell type has", #""a""#
      ),
      (#"{"cellTypes":[{"id":"a"}],"total":-1}"#, "/total", "integer from 0 to 1000000000", "-1"),
      (#"{"cellTypes":[{"id":"a"}],"hasMore":1}"#, "/hasMore", "boolean", "integer"),
      (
        #"{"cellTypes":[{"id":"a"}],"sections":[{"id":"s"},{"id":"s"}]}"#,
        "/sections/1/id", "an id that no other section has", #""s""#
      ),
      (
        #"{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[{"id":"1","cellType":"b","title":"T"}]}]}"#,
        "/sections/0/rows/0/cellType", "one of a", #""b""#
      ),
      (
        #"{"cellTypes":[{"id":"a"}],"sections":[{"id":"s","rows":[{"id":"1","cellType":"a","title":"T"}]},{"id":"t","rows":[{"id":"1","cellType":"a","title":"T"}]}]}"#,
        "/sections/1/rows/0/id", "an id that no other row has", #""1""#
      ),
    ])
  func listFaults(json: String, path: String, expected: String, found: String) {
    #expect(
      throws: ScanFault.shape(DecodingFailure(path: path, expected: expected, found: found))
    ) {
      try ListTexts.describe(json) {
        try ListState($0, isFetched: false, capacity: ListTexts.capacity)
      }
    }
  }

  @Test("ids that look alike and are written with other characters are two")
  func canonicallyEqualIDs() throws {
    let list = try ListTexts.list("s: \u{E9} e\u{301}")
    #expect(list.total == 2)
    #expect(list.row(ExactID("e\u{301}"))?.id == ExactID("e\u{301}"))
    #expect(list.row(ExactID("\u{E9}"))?.id == ExactID("\u{E9}"))
  }
}
