import JSONRPC
import Testing

@Suite("Batches")
struct BatchTests {
  @Test("FC-049: an empty batch is told as such", arguments: ["[]", " [ \n ] "])
  func empty(text: String) {
    #expect(scan(text) == .emptyBatch)
  }

  @Test("FC-051, FC-052: each element of a batch has its own envelope")
  func elements() throws {
    let bytes = Array(
      #"[{"jsonrpc":"2.0","method":"a"}, {"jsonrpc":"2.0","id":5,"method":"ping"},{"result":1}, 7,[]]"#
        .utf8)
    let content = scan(bytes)
    #expect(content == Oracle.content(of: bytes))
    let batch = try #require(content.batch)
    #expect(
      batch.map(\.kind) == [
        .notification, .request, .invalid(.responseWithoutID), .invalid(.notAnObject),
        .invalid(.notAnObject),
      ])
    #expect(text(batch[1].whole, of: bytes) == #"{"jsonrpc":"2.0","id":5,"method":"ping"}"#)
    #expect(text(batch[1].id, of: bytes) == "5" && text(batch[3].whole, of: bytes) == "7")
  }

  @Test("Vim's own form is a batch of invalid elements")
  func vim() throws {
    let batch = try #require(scan(#"[1,{"method":"x"}]"#).batch)
    #expect(batch.map(\.kind) == [.invalid(.notAnObject), .notification])
  }

  @Test("FC-054: over the limit elements are counted and validated, not kept")
  func oversized() {
    let element = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    func batch(_ count: Int, last: String? = nil) -> [UInt8] {
      let elements = Array(repeating: element, count: count - 1) + [last ?? element]
      return Array("[\(elements.joined(separator: ","))]".utf8)
    }
    #expect(scan(batch(100), batchLimit: 100).batch?.count == 100)
    #expect(scan(batch(101), batchLimit: 100) == .oversizedBatch(count: 101))
    #expect(scan(batch(5_000)) == .oversizedBatch(count: 5_000))
    #expect(scan(batch(101, last: "{]"), batchLimit: 100).failure?.reason == .unexpectedByte(0x5D))
  }

  @Test("a fault in one element is a fault of the whole batch, without an id")
  func faults() {
    let content = scan(#"[{"id":1,"method":"a"},{"id":2,"method":"b","id":3}]"#)
    #expect(content.failure?.reason == .duplicateMember)
    #expect(content.malformedID == .absent)
  }
}
