import HostProtocol
import JSON
import Testing

@testable import HostCore

/// Lists whose rows were all handed over.
@Suite struct CompleteListTests {
  @Test(
    "a window counts rows across sections and names those without rows that stand among them",
    arguments: [
      (0, 20, "a: 1 2 | b: | c: 3 | d:", false),
      (0, 2, "a: 1 2", true),
      (1, 1, "a: 2", true),
      (1, 2, "a: 2 | b: | c: 3 | d:", false),
      (2, 1, "b: | c: 3 | d:", false),
      (3, 5, "d:", false),
      (4, 5, "", false),
      (1_000_000_000, 500, "", false),
      (0, 0, "", true),
    ])
  func windows(first: Int, count: Int, rows: String, hasMore: Bool) throws {
    var list = try ListTexts.list("a: 1 2 | b | c: 3 | d")
    let window = list.window(first: first, count: count)
    #expect(list.missingPage(of: window) == nil)
    let answer = list.answer(window)
    #expect(answer.slice.summary == rows)
    #expect(answer.total == 3 && answer.hasMore == hasMore)
  }

  @Test(
    "changes are made by ids, in the order of their members",
    arguments: [
      (#"{}"#, "a: 1 2 3 | b: 4"),
      (#"[]"#, "a: 1 2 3 | b: 4"),
      (#"{"remove":["2","9"]}"#, "a: 1 3 | b: 4"),
      (#"{"removeSections":["a","z"]}"#, "b: 4"),
      (#"{"remove":["4"]}"#, "a: 1 2 3 | b:"),
      (#"{"insert":[{"section":"a","before":"2","rows":[R5,R6]}]}"#, "a: 1 5 6 2 3 | b: 4"),
      (#"{"insert":[{"section":"a","rows":[R5]}]}"#, "a: 1 2 3 5 | b: 4"),
      (#"{"insert":[{"section":"a","before":"4","rows":[R5]}]}"#, "a: 1 2 3 5 | b: 4"),
      (#"{"insert":[{"section":"a","rows":{}}]}"#, "a: 1 2 3 | b: 4"),
      (
        #"{"insert":[{"section":"a","before":"2","rows":[R5]},{"section":"a","before":"2","rows":[R6]},{"section":"a","before":"5","rows":[R7]}]}"#,
        "a: 1 7 5 6 2 3 | b: 4"
      ),
      (#"{"remove":["1"],"insert":[{"section":"b","before":"4","rows":[R1]}]}"#, "a: 2 3 | b: 1 4"),
      (#"{"sections":[{"id":"c","rows":[R5]}]}"#, "a: 1 2 3 | b: 4 | c: 5"),
      (#"{"sections":[{"id":"a","title":"A"}]}"#, "a: 1 2 3 | b: 4"),
      (#"{"sections":[{"id":"a","rows":[R3,R5]}]}"#, "a: 3 5 | b: 4"),
      (#"{"sections":[{"id":"a","rows":[]}]}"#, "a: | b: 4"),
      (
        #"{"sections":[{"id":"c"}],"insert":[{"section":"c","rows":[R5]}]}"#,
        "a: 1 2 3 | b: 4 | c: 5"
      ),
      (#"{"removeSections":["a"],"sections":[{"id":"a","rows":[R1]}]}"#, "b: 4 | a: 1"),
      (#"{"remove":["1"],"replace":[R1]}"#, "a: 2 3 | b: 4"),
    ])
  func changes(json: String, expected: String) throws {
    var list = try ListTexts.list("a: 1 2 3 | b: 4")
    try list.update(#""changes":\#(Self.expand(json))"#)
    #expect(list.summary == expected)
    #expect(list.revision == 1)
  }

  @Test("a replaced row has new members in the old place")
  func replacing() throws {
    var list = try ListTexts.list("a: 1 2")
    try list.update(
      #""changes":{"replace":[{"id":"1","cellType":"a","title":"New"},{"id":"9","cellType":"a","title":"No"}]}"#
    )
    #expect(list.summary == "a: 1 2")
    var writer = JSONWriter()
    list.row(ExactID("1"))?.encode(into: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self).contains("New"))
  }

  @Test(
    "a change that can't be used is refused with its place, and nothing has changed",
    arguments: [
      (#"{"remove":["1"],"insert":[{"section":"z","rows":[R5]}]}"#, "/changes/insert/0/section"),
      (
        #"{"remove":["1"],"insert":[{"section":"a","rows":[R5,R2]}]}"#,
        "/changes/insert/0/rows/1/id"
      ),
      (
        #"{"remove":["1"],"insert":[{"section":"a","rows":[X5]}]}"#,
        "/changes/insert/0/rows/0/cellType"
      ),
      (#"{"remove":["1"],"replace":[R2,X3]}"#, "/changes/replace/1/cellType"),
      (#"{"remove":["1"],"sections":[{"id":"c","rows":[R4]}]}"#, "/changes/sections/0/rows/0/id"),
      (#"{"remove":["1"],"sections":[{"id":"c"},{"id":"c"}]}"#, "/changes/sections/1/id"),
      (#"{"remove":[1]}"#, "/changes/remove/0"),
      (#"{"insert":[{"rows":[]}]}"#, "/changes/insert/0/section"),
      (#"{"insert":[{"section":"a"}]}"#, "/changes/insert/0/rows"),
    ])
  func faults(json: String, path: String) throws {
    var list = try ListTexts.list("a: 1 2 3 | b: 4")
    let fault = #expect(throws: ScanFault.self) {
      try list.update(#""changes":\#(Self.expand(json))"#)
    }
    guard case .shape(let failure)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(failure.path == path)
    #expect(list.summary == "a: 1 2 3 | b: 4" && list.revision == 0)
  }

  @Test("a whole list takes the place of the old one")
  func replacingAll() throws {
    var list = try ListTexts.list("a: 1 2 3")
    try list.update(#""sections":\#(ListTexts.sections("b: 9"))"#)
    #expect(list.summary == "b: 9" && list.total == 1 && list.revision == 1)
    try list.update(#""sections":{}"#)
    #expect(list.summary == "" && list.total == 0 && !list.mayHaveMore)
  }

  @Test("what is more than the host takes is refused, and nothing has changed")
  func limits() throws {
    var limits = HostBench.limits
    limits.listRows = 3
    limits.listSections = 2
    let capacity = ListCapacity(limits)
    #expect(throws: ScanFault.tooMany("rows", limit: 3, got: 4)) {
      try ListTexts.list("a: 1 2 3 4", capacity: capacity)
    }
    #expect(throws: ScanFault.tooMany("sections", limit: 2, got: 3)) {
      try ListTexts.list("a | b | c", capacity: capacity)
    }
    var list = try ListTexts.list("a: 1 2 3", capacity: capacity)
    #expect(throws: ScanFault.tooMany("rows", limit: 3, got: 4)) {
      try list.update(#""changes":{"insert":[{"section":"a","rows":[\#(ListTexts.row("5"))]}]}"#)
    }
    #expect(list.summary == "a: 1 2 3")
    limits.listBytes = 100
    #expect(throws: ScanFault.self) {
      try ListTexts.list("a: 1 2 3", capacity: ListCapacity(limits))
    }
  }

  @Test("thousands of insertions, each before the one before it, take no time worth speaking of")
  func deepInsertions() throws {
    var list = try ListTexts.list("a: r0")
    let count = 5000
    let insertions = (1...count).map {
      #"{"section":"a","before":"r\#($0 - 1)","rows":[\#(ListTexts.row("r\($0)"))]}"#
    }
    try list.update(#""changes":{"insert":[\#(insertions.joined(separator: ","))]}"#)
    #expect(list.total == count + 1)
    let window = list.window(first: 0, count: 2)
    #expect(window.slice.summary == "a: r5000 r4999")
  }

  /// `R5` is a row with the id 5, `X5` one of an unknown cell type.
  private static func expand(_ json: String) -> String {
    var text = json
    for id in 1...9 {
      text = text.replacing("R\(id)", with: ListTexts.row("\(id)"))
      text = text.replacing("X\(id)", with: #"{"id":"\#(id)","cellType":"x","title":"X"}"#)
    }
    return text
  }
}
