import QuotesStore
import SystemIO
import TestSupport
import Testing

@Suite("The library of stored quotations")
struct QuoteLibraryTests {
  private let directory: String

  init() throws {
    directory = try Scratch().file("data/quotes")
  }

  private func stored() throws -> [QuotationID] {
    try QuoteLibrary.open(directory: directory).all()
  }

  @Test("A new one is empty, and its folders are made")
  func new() throws {
    #expect(try stored() == [])
  }

  @Test("What is stored comes in the order of storing, also after opening anew")
  func order() throws {
    var library = try QuoteLibrary.open(directory: directory)
    for id in ["b", "a", "c"] as [QuotationID] {
      let isNew = try library.add(id)
      #expect(isNew)
    }
    let all = try library.all()
    #expect(all == ["b", "a", "c"])
    #expect(try stored() == ["b", "a", "c"])
  }

  @Test("Storing twice keeps one, at its place; stored again after removal it is the last")
  func twice() throws {
    var library = try QuoteLibrary.open(directory: directory)
    try library.add("a")
    try library.add("b")
    let again = try library.add("a")
    #expect(!again)
    #expect(try stored() == ["a", "b"])
    let removed = try library.remove("a")
    try library.add("a")
    #expect(removed)
    #expect(try stored() == ["b", "a"])
  }

  @Test("Removing tells what was there")
  func removal() throws {
    var library = try QuoteLibrary.open(directory: directory)
    for id in ["a", "b", "c"] as [QuotationID] { try library.add(id) }
    let found = (try library.remove("b"), try library.remove("b"), try library.contains("b"))
    #expect(found == (true, false, false))
    let rest = (try library.contains("a"), try library.removeAll(), try library.removeAll())
    #expect(rest == (true, 2, 0))
    #expect(try stored() == [])
  }

  @Test(
    "An id is data, whatever is in it",
    arguments: ["'; DROP TABLE stored; --", "", "a\u{0}b", "é", "\u{1F600}", "?1", "%"])
  func hostile(text: String) throws {
    let id = QuotationID(rawValue: text)
    var library = try QuoteLibrary.open(directory: directory)
    try library.add("other")
    try library.add(id)
    let isThere = try library.contains(id)
    #expect(isThere)
    #expect(try stored() == ["other", id])
  }

  @Test("Two handles on one file see each other's changes at once")
  func twoHandles() throws {
    var first = try QuoteLibrary.open(directory: directory)
    var second = try QuoteLibrary.open(directory: directory)
    try first.add("a")
    try second.add("b")
    let seen = (try first.all(), try second.contains("a"), try second.removeAll())
    #expect(seen == (["a", "b"], true, 2))
    let rest = try first.all()
    #expect(rest.isEmpty)
  }

  @Test("A file whose name is gone takes no change that would be lost")
  func moved() throws {
    var library = try QuoteLibrary.open(directory: directory)
    try library.add("a")
    try File.rename(library.path, to: library.path + ".old")
    do {
      try library.add("b")
      Issue.record("added")
    } catch {
      #expect(error.kind == .moved)
    }
  }
}
