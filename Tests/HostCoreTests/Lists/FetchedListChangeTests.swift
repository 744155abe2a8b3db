import HostProtocol
import JSON
import Testing

@testable import HostCore

/// Changes of lists of which the host knows a part.
@Suite struct FetchedListChangeTests {
  /// A list of 100 rows of which those at 0 to 19 are known.
  private func known(_ members: String = #","total":100"#) throws -> ListState {
    var list = try ListTexts.list("", isFetched: true, members)
    var window = list.window(first: 0, count: 20)
    try list.take(
      ListTexts.page(0..<20, hasMore: true), at: ListPageRequest(offset: 0, limit: 20), of: 0,
      into: &window)
    return list
  }

  private func row(_ id: String) -> String { ListTexts.row(id) }

  /// A change, the rows that are kept then, the first two of them, and the total.
  private static let table: [(String, kept: Int, first: String, total: Int)] = [
    (#"{"remove":["r0"]}"#, 19, "s: r1 r2", 99),
    (#"{"remove":["r0","r1","r19"]}"#, 17, "s: r2 r3", 97),
    (#"{"remove":["r50"]}"#, 0, "", 100),
    (#"{"remove":["r0","r50"]}"#, 0, "", 99),
    (#"{"replace":[{"id":"r0","cellType":"a","title":"New"}]}"#, 20, "s: r0 r1", 100),
    (#"{"replace":[{"id":"r50","cellType":"a","title":"New"}]}"#, 20, "s: r0 r1", 100),
    (#"{"insert":[{"section":"s","before":"r0","rows":[X]}]}"#, 21, "s: x r0", 101),
    (#"{"insert":[{"section":"s","before":"r1","rows":[X]}]}"#, 21, "s: r0 x", 101),
    (#"{"insert":[{"section":"s","rows":[X]}]}"#, 0, "", 101),
    (#"{"insert":[{"section":"s","before":"r50","rows":[X]}]}"#, 0, "", 101),
    (#"{"insert":[{"section":"other","before":"r0","rows":[X]}]}"#, 0, "", 101),
    (
      #"{"remove":["r3"],"insert":[{"section":"s","before":"r0","rows":[R]}]}"#, 20, "s: r3 r0", 100
    ),
    (#"{"sections":[{"id":"s","title":"New"}]}"#, 20, "s: r0 r1", 100),
    (#"{"sections":[{"id":"s","rows":[X]}]}"#, 0, "", 0),
    (#"{"removeSections":["s"]}"#, 0, "", 0),
  ]

  @Test("what is known is changed in place, what is not is asked for again", arguments: table)
  func changes(json: String, kept: Int, first: String, total: Int) throws {
    var list = try known()
    let text = json.replacing("[X]", with: "[\(row("x"))]").replacing("[R]", with: "[\(row("r3"))]")
    try list.update(#""changes":\#(text)"#)
    #expect(list.keptCount == kept)
    let window = list.window(first: 0, count: 2)
    #expect(window.slice.summary == first)
    #expect(list.total == total)
    #expect(list.revision == 1)
  }

  @Test("a total that comes with the changes holds")
  func toldTotal() throws {
    var list = try known()
    try list.update(#""changes":{"remove":["r0"]},"total":7"#)
    #expect(list.total == 7 && list.keptCount == 7 && !list.mayHaveMore)
  }

  @Test("of a list whose length is not known changes leave as much as is certain")
  func unknownLength() throws {
    var list = try known("")
    try list.update(#""changes":{"remove":["r0"]}"#)
    #expect(list.total == 19 && list.mayHaveMore && list.keptCount == 19)
    try list.update(#""changes":{"insert":[{"section":"s","before":"r1","rows":[\#(row("x"))]}]}"#)
    #expect(list.total == 20 && list.mayHaveMore)
    try list.update(#""changes":{"remove":["r70"]}"#)
    #expect(list.keptCount == 0 && list.total == 19 && list.mayHaveMore)
  }

  @Test("a list that is wholly known is changed as one that was handed over")
  func whole() throws {
    var list = try ListTexts.list("a: 1 2 | b: 3", isFetched: true)
    try list.update(
      #""changes":{"removeSections":["b"],"insert":[{"section":"a","rows":[\#(row("x"))]}]}"#)
    #expect(list.summary == "a: 1 2 x" && list.total == 3 && !list.mayHaveMore)
  }

  @Test(
    "a change that can't be used is refused, and nothing has changed",
    arguments: [
      (
        #"{"insert":[{"section":"s","before":"r0","rows":[{"id":"r5","cellType":"a","title":"T"}]}]}"#,
        "/changes/insert/0/rows/0/id"
      ),
      (#"{"replace":[{"id":"r5","cellType":"x","title":"T"}]}"#, "/changes/replace/0/cellType"),
      (
        #"{"sections":[{"id":"s","rows":[{"id":"q","cellType":"x","title":"T"}]}]}"#,
        "/changes/sections/0/rows/0/cellType"
      ),
    ])
  func faults(json: String, path: String) throws {
    var list = try known()
    let fault = #expect(throws: ScanFault.self) { try list.update(#""changes":\#(json)"#) }
    guard case .shape(let failure)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(failure.path == path)
    #expect(list.keptCount == 20 && list.revision == 0)
  }

  @Test("after a start of its plugin the list is what is told now, but for a search")
  func describedAgain() throws {
    var list = try known()
    try ListTexts.describe(
      #"{"cellTypes":[{"id":"b"}],"sections":[{"id":"t","rows":[{"id":"1","cellType":"b","title":"T"}]}],"hasMore":true}"#
    ) { try list.describeAgain($0, isFetched: true) }
    #expect(list.summary == "t: 1" && list.revision == 1 && list.cellTypes.map(\.id) == ["b"])
    _ = list.search(for: "w")
    try ListTexts.describe(#"{"cellTypes":[{"id":"b"}],"sections":[{"id":"t","rows":[]}]}"#) {
      try list.describeAgain($0, isFetched: true)
    }
    #expect(list.keptCount == 0 && list.keyword == "w" && list.mayHaveMore)
  }
}
