import HostProtocol
import JSON
import Testing

@testable import HostCore

/// Lists whose rows a plugin is asked for, window by window.
@Suite struct FetchedListTests {
  /// A plugin with `count` rows that answers at most `cap` of them at a time.
  private struct Source {
    var count: Int
    var cap = Int.max
    var tellsTotal = false
    var requests: [ListPageRequest] = []

    mutating func answer(_ page: ListPageRequest) throws -> PageText {
      requests.append(page)
      let start = min(page.offset, count)
      let end = min(start + min(page.limit, cap), count)
      return try ListTexts.page(
        start..<end, hasMore: tellsTotal ? nil : end < count, total: tellsTotal ? count : nil)
    }
  }

  /// Asks for a window and plays the plugin until the window is there.
  private func window(
    _ list: inout ListState, _ first: Int, _ count: Int, _ source: inout Source
  ) throws -> ListWindowAnswer {
    var window = list.window(first: first, count: count)
    while let page = list.missingPage(of: window) {
      try list.take(source.answer(page), at: page, of: list.revision, into: &window)
      try #require(source.requests.count < 1000, "it asks without end")
    }
    return list.answer(window)
  }

  private func ids(_ answer: ListWindowAnswer) -> [String] {
    answer.slice.groups.flatMap { $0.rows.map(\.id.text) }
  }

  @Test(
    "a window is asked for in whole pages, and what is there is not asked for again",
    arguments: [
      ([(0, 20)], ["0+20"]),
      ([(0, 10)], ["0+20"]),
      ([(0, 10), (10, 10)], ["0+20"]),
      ([(0, 10), (10, 20)], ["0+20", "20+20"]),
      ([(5, 20)], ["0+40"]),
      ([(25, 5)], ["20+20"]),
      ([(0, 500)], ["0+100"]),
      ([(90, 20)], ["80+20"]),
      ([(0, 0)], []),
      ([(40, 20), (0, 60)], ["40+20", "0+40"]),
      ([(40, 20), (30, 20)], ["40+20", "20+20"]),
    ])
  func pages(windows: [(Int, Int)], expected: [String]) throws {
    var list = try ListTexts.list("", isFetched: true, #","total":100"#)
    var source = Source(count: 100)
    for (first, count) in windows {
      let answer = try window(&list, first, count, &source)
      #expect(ids(answer) == (first..<min(first + count, 100)).map { "r\($0)" })
      #expect(answer.total == 100 && answer.hasMore == (first + count < 100))
    }
    #expect(source.requests.map { "\($0.offset)+\($0.limit)" } == expected)
  }

  @Test("without a total the list is as long as is known, and its end is found")
  func paging() throws {
    var list = try ListTexts.list("", isFetched: true)
    var source = Source(count: 45)
    #expect(list.total == 0 && list.mayHaveMore)
    var answer = try window(&list, 0, 20, &source)
    #expect(answer.total == 20 && answer.hasMore)
    answer = try window(&list, 20, 20, &source)
    #expect(answer.total == 40 && answer.hasMore)
    answer = try window(&list, 40, 20, &source)
    #expect(answer.total == 45 && !answer.hasMore)
    #expect(!list.mayHaveMore)
    answer = try window(&list, 60, 20, &source)
    #expect(answer.slice.rowCount == 0 && answer.total == 45 && !answer.hasMore)
    #expect(source.requests.count == 3)
  }

  @Test("a plugin may tell the total alone")
  func totalAlone() throws {
    var list = try ListTexts.list("", isFetched: true)
    var source = Source(count: 45, tellsTotal: true)
    let answer = try window(&list, 0, 20, &source)
    #expect(answer.total == 45 && answer.hasMore)
  }

  @Test("the first rows may come with the list")
  func firstRows() throws {
    var list = try ListTexts.list("s: r0 r1 r2", isFetched: true, #","hasMore":true"#)
    #expect(list.total == 3 && list.mayHaveMore)
    #expect(list.head.slice.summary == "s: r0 r1 r2" && list.head.hasMore)
    var source = Source(count: 10)
    let answer = try window(&list, 0, 20, &source)
    #expect(ids(answer) == (0..<10).map { "r\($0)" } && !answer.hasMore)
    #expect(source.requests == [ListPageRequest(offset: 0, limit: 20)])
  }

  @Test(
    "what the list says of its end",
    arguments: [
      ("", "", 0, true), ("", #","hasMore":false"#, 0, false), ("", #","hasMore":true"#, 0, true),
      ("", #","total":0"#, 0, false), ("", #","total":7"#, 7, false),
      ("s: 1", "", 1, false), ("s: 1", #","hasMore":true"#, 1, true),
      ("s: 1", #","total":7"#, 7, false), ("s: 1", #","total":1"#, 1, false),
      ("s: 1", #","total":7,"hasMore":false"#, 1, false),
      ("s: 1", #","total":1,"hasMore":true"#, 1, true),
    ])
  func ends(rows: String, members: String, total: Int, mayHaveMore: Bool) throws {
    let list = try ListTexts.list(rows, isFetched: true, members)
    #expect(list.total == total)
    #expect(list.mayHaveMore == mayHaveMore)
  }

  @Test("a plugin that answers less than asked for is asked on, each time from where it left off")
  func shortAnswers() throws {
    var list = try ListTexts.list("", isFetched: true)
    var source = Source(count: 100, cap: 8)
    let answer = try window(&list, 30, 20, &source)
    #expect(ids(answer) == (30..<50).map { "r\($0)" } && answer.hasMore)
    #expect(
      source.requests.map { "\($0.offset)+\($0.limit)" }
        == ["20+40", "30+30", "38+22", "46+14"])
  }

  @Test("a plugin that answers nothing though it says that there is more is not asked again")
  func emptyAnswers() throws {
    var list = try ListTexts.list("", isFetched: true)
    var window = list.window(first: 0, count: 20)
    let page = try #require(list.missingPage(of: window))
    try list.take(ListTexts.page(0..<0, hasMore: true), at: page, of: 0, into: &window)
    #expect(list.missingPage(of: window) == nil)
    #expect(list.answer(window).hasMore)
  }

  @Test("a plugin that answers more than asked for does so in vain")
  func longAnswers() throws {
    var list = try ListTexts.list("", isFetched: true)
    var window = list.window(first: 0, count: 10)
    let page = try #require(list.missingPage(of: window))
    try list.take(ListTexts.page(0..<1000), at: page, of: 0, into: &window)
    let answer = list.answer(window)
    #expect(answer.slice.rowCount == 10 && answer.hasMore)
    #expect(list.keptCount == 20 && list.total == 20 && list.mayHaveMore)
  }

  @Test("nothing at a place far behind the last known row does not tell where the list ends")
  func farBehind() throws {
    var list = try ListTexts.list("", isFetched: true)
    var source = Source(count: 45)
    _ = try window(&list, 0, 20, &source)
    let answer = try window(&list, 1000, 20, &source)
    #expect(answer.slice.rowCount == 0 && !answer.hasMore)
    #expect(list.total == 20 && list.mayHaveMore)
    let last = try window(&list, 40, 20, &source)
    #expect(ids(last) == (40..<45).map { "r\($0)" })
  }

  @Test("a list of a million rows costs the host a bounded number of them")
  func bounded() throws {
    var list = try ListTexts.list("", isFetched: true, #","total":1000000"#)
    var source = Source(count: 1_000_000)
    for first in stride(from: 0, to: 1_000_000, by: 33_333) {
      let answer = try window(&list, first, 500, &source)
      #expect(ids(answer).first == "r\(first)")
      #expect(list.keptCount <= ListTexts.capacity.cachedRows)
    }
    #expect(list.total == 1_000_000)
    #expect(list.row(ExactID("r0")) == nil, "it was asked for longest ago")
    #expect(list.row(ExactID("r999990")) != nil)
    let last = try window(&list, 999_990, 500, &source)
    #expect(ids(last).last == "r999999")
  }

  @Test("rows that are asked for again stay, others go first")
  func leastRecentlyUsed() throws {
    var list = try ListTexts.list("", isFetched: true, #","total":10000"#)
    var source = Source(count: 10_000)
    for first in stride(from: 0, to: 2000, by: 500) { _ = try window(&list, first, 500, &source) }
    _ = try window(&list, 0, 500, &source)
    _ = try window(&list, 5000, 500, &source)
    #expect(list.row(ExactID("r0")) != nil)
    #expect(list.row(ExactID("r500")) == nil)
  }

  @Test("a window holds as many bytes as the host takes, and says that there is more")
  func largeRows() throws {
    var limits = HostBench.limits
    limits.listBytes = 1000
    var list = try ListTexts.list(
      "", isFetched: true, #","total":100"#, capacity: ListCapacity(limits))
    var source = Source(count: 100)
    let answer = try window(&list, 0, 100, &source)
    #expect((1..<100).contains(answer.slice.rowCount) && answer.hasMore)
    #expect(list.keptCount < 100)
    let end = answer.slice.rowCount
    let next = try window(&list, end, 1, &source)
    #expect(ids(next) == ["r\(end)"])
  }

  @Test("another keyword makes the list another one")
  func keywords() throws {
    var list = try ListTexts.list("s: r0", isFetched: true)
    let change1 = list.search(for: "")
    #expect(!change1)
    let change2 = list.search(for: "w")
    #expect(change2)
    #expect(list.revision == 1 && list.total == 0 && list.mayHaveMore && list.keptCount == 0)
    let change3 = list.search(for: "w")
    #expect(!change3)
    let change4 = list.search(for: "")
    #expect(change4)
    #expect(list.revision == 2)
    var complete = try ListTexts.list("s: r0")
    let changesComplete = complete.search(for: "w")
    #expect(!changesComplete, "the host does not search")
  }

  @Test("FC-220: rows that were asked for before a change are told and not kept")
  func lateAnswers() throws {
    var list = try ListTexts.list("", isFetched: true)
    var window = list.window(first: 0, count: 20)
    let page = try #require(list.missingPage(of: window))
    try list.update(#""sections":[],"hasMore":true"#)
    try list.take(ListTexts.page(0..<20), at: page, of: 0, into: &window)
    #expect(list.answer(window).slice.rowCount == 20)
    #expect(list.keptCount == 0 && list.mayHaveMore)
  }

  @Test("a page that can't be used changes nothing")
  func badPages() throws {
    var list = try ListTexts.list("", isFetched: true)
    var window = list.window(first: 0, count: 20)
    let page = try #require(list.missingPage(of: window))
    let text = try ListTexts.scan(
      #"{"sections":[{"id":"s","rows":[\#(ListTexts.row("1")),\#(ListTexts.row("1"))]}]}"#
    ) { value throws(ScanFault) in try PageText(value) }
    #expect(throws: ScanFault.self) {
      try list.take(text, at: page, of: 0, into: &window)
    }
    #expect(list.keptCount == 0 && list.missingPage(of: window) == page)
  }

  @Test("a row that has moved to another page is in the list once")
  func movedRows() throws {
    var list = try ListTexts.list("", isFetched: true)
    var window = list.window(first: 0, count: 20)
    try list.take(
      ListTexts.page(0..<20, hasMore: true), at: ListPageRequest(offset: 0, limit: 20), of: 0,
      into: &window)
    window = list.window(first: 20, count: 20)
    try list.take(
      ListTexts.page(10..<30, hasMore: true), at: ListPageRequest(offset: 20, limit: 20), of: 0,
      into: &window)
    #expect(list.keptCount == 30)
    let rest = list.window(first: 0, count: 20)
    #expect(rest.slice.rowCount == 10)
  }

  @Test("a section that goes on in the next page keeps its title")
  func continuedSections() throws {
    var list = try ListTexts.list("", isFetched: true)
    var window = list.window(first: 0, count: 40)
    let first = try ListTexts.scan(
      #"{"hasMore":true,"sections":[{"id":"s","title":"Title","rows":[\#(ListTexts.row("x"))]}]}"#
    ) { value throws(ScanFault) in try PageText(value) }
    try list.take(first, at: ListPageRequest(offset: 0, limit: 20), of: 0, into: &window)
    try list.take(
      ListTexts.page(1..<5), at: ListPageRequest(offset: 1, limit: 39), of: 0, into: &window)
    var writer = JSONWriter()
    list.answer(window).encode(into: &writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        .contains(#""sections":[{"id":"s","title":"Title"}],"total":5,"hasMore":false"#))
  }
}
