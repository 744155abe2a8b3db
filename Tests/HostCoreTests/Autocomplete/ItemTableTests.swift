import Matching
import Testing

@testable import HostCore

@Suite("Items of a datasource")
struct ItemTableTests {
  /// A naive table: items in order, by id.
  struct Naive {
    var items: [(id: String, text: String)] = []

    mutating func append(_ new: [(id: String, text: String)]) {
      for item in new {
        if let index = items.firstIndex(where: { $0.id == item.id }) {
          items[index] = item
        } else {
          items.append(item)
        }
      }
    }
  }

  static func rows(_ items: [(id: String, text: String)]) throws -> ItemRows {
    var rows = ItemRows()
    for (id, text) in items {
      let json = Array(#"{"id":"\#(id)","text":"\#(text)"}"#.utf8)
      try json.withUnsafeBytes { (json) throws in try rows.append(json) }
    }
    return rows
  }

  func check(_ table: ItemTable, _ naive: Naive) {
    #expect(table.count == naive.items.count)
    #expect(table.first(.max).map(\.id) == naive.items.map(\.id))
    #expect(table.first(.max).map(\.text) == naive.items.map(\.text))
    #expect(
      table.snapshot.candidates.compactMap { table.snapshot.text(of: $0) }
        == naive.items.map(\.text))
    for item in naive.items { #expect(table.item(id: item.id)?.text == item.text) }
    #expect(table.item(id: "none") == nil)
  }

  @Test("Any changes give what a naive table gives", arguments: 0..<12)
  func sameAsNaive(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var table = ItemTable()
    var naive = Naive()
    for step in 0..<60 {
      let count = Int.random(in: 0...(step % 7 == 0 ? 300 : 4), using: &generator)
      let items = (0..<count).map { _ in
        let number = Int.random(in: 0..<400, using: &generator)
        return (id: "i\(number)", text: "text \(Int.random(in: 0..<9, using: &generator))")
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        table.remove(items.map(\.id))
        naive.items.removeAll { item in items.contains { $0.id == item.id } }
      case 1:
        table.gather(try Self.rows(items))
        table.seal()
        naive.append(items)
      default:
        table.append(try Self.rows(items))
        naive.append(items)
      }
    }
    check(table, naive)
  }

  @Test("An id is the same however it is written")
  func escapedID() throws {
    var table = ItemTable()
    table.append(try Self.rows([("ab", "one"), (#"\u0061b"#, "two")]))
    #expect(table.count == 1)
    #expect(table.item(id: "ab")?.text == "two")
    table.remove(["ab"])
    #expect(table.count == 0)
    #expect(table.snapshot.count == 0)
  }

  @Test("Items that were gathered are there when they are sealed, in several blocks")
  func blocks() throws {
    var table = ItemTable()
    let items = (0..<10_000).map { (id: "id\($0)", text: "item \($0)") }
    for start in stride(from: 0, to: items.count, by: 1000) {
      table.gather(try Self.rows(Array(items[start..<start + 1000])))
    }
    table.seal()
    #expect(table.count == 10_000)
    #expect(table.snapshot.count == 10_000)
    #expect(table.item(id: "id9999")?.text == "item 9999")
    let layout = table.layout
    table.append(try Self.rows([("id5", "other")]))
    #expect(table.item(id: "id5")?.text == "other")
    #expect(table.layout == layout)
    #expect(table.first(6).map(\.text).last == "other")
  }

  @Test("Single items are merged, so that their blocks stay few")
  func merging() throws {
    var table = ItemTable()
    for number in 0..<3000 { table.append(try Self.rows([("i\(number)", "t\(number)")])) }
    #expect(table.count == 3000)
    #expect(table.snapshot.segmentCount < 30)
    #expect(table.first(.max).map(\.id) == (0..<3000).map { "i\($0)" })
  }

  @Test("Memory stays within two and a half times the text")
  func memory() throws {
    var table = ItemTable()
    var text = 0
    for start in stride(from: 0, to: 40_000, by: 2000) {
      let rows = try Self.rows(
        (start..<start + 2000).map {
          (
            "item-\($0)",
            #"a text, number \#($0)","subtitle":"and what makes a hundred bytes of it"#
          )
        })
      text += rows.json.count
      table.gather(rows)
    }
    table.seal()
    #expect(table.byteCount < text * 5 / 2)
  }
}
