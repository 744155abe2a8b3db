import JSONRPC
import SystemIO
import Testing

@testable import Conformance

@Suite("What a host writes")
struct WireTests {
  private func cut(_ bytes: [UInt8], _ framing: Framing, by count: Int) throws -> [String] {
    var cutter = FrameCutter(framing: framing)
    var messages: [String] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      let piece = bytes[start..<min(start + count, bytes.count)]
      piece.withUnsafeBytes { cutter.append($0) }
      while let message = try cutter.next() {
        messages.append(String(decoding: message, as: UTF8.self))
      }
    }
    return messages
  }

  @Test("messages are cut out of any pieces", arguments: Framing.all, [1, 2, 7, 1000])
  func pieces(_ framing: Framing, _ count: Int) throws {
    let messages = ["{\"a\":\"é\"}", "[]", "{\"b\":\"Content-Length: 2\"}"]
    let bytes = messages.flatMap { framing.frame(Array($0.utf8)) }
    #expect(try cut(bytes, framing, by: count) == messages)
  }

  @Test(
    "a header is nothing but its length",
    arguments: [
      "Content-Length: 2\n\n{}", "content-length: 2\r\n\r\n{}", "Content-Length:2\r\n\r\n{}",
      "Content-Length: 02\r\n\r\n{}", "Content-Length: 2 \r\n\r\n{}",
      "Content-Length: 2\r\nA: b\r\n\r\n{}", "Content-Length: -1\r\n\r\n{}", "\r\n\r\n",
      "Content-Length: 2\r\n\r\n{}\nContent-Length: 2\r\n\r\n{}",
    ])
  func headers(_ text: String) {
    let messages = Result { try cut(Array((text + "\r\n\r\n").utf8), .headers, by: 1000) }
    #expect(throws: Failure.self) { try messages.get() }
  }

  @Test(
    "a line ends in a line feed alone, and is not empty",
    arguments: ["{}\r\n", "\n", "{}\n\n"])
  func lines(_ text: String) {
    let failure = #expect(throws: Failure.self) { try cut(Array(text.utf8), .lines, by: 1000) }
    #expect(failure?.rule == "F-4")
  }

  @Test(
    "messages that a host may send",
    arguments: [
      #"{"jsonrpc":"2.0","id":1,"result":null}"#,
      #"{"id":"a","jsonrpc":"2.0","error":{"code":-1,"message":"","data":[1]}}"#,
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
      #"{"jsonrpc":"2.0","method":"a/b","params":{}}"#,
      #"[{"jsonrpc":"2.0","id":1,"result":1}]"#,
    ])
  func good(_ text: String) throws {
    #expect(throws: Never.self) { try Message(Array(text.utf8)) }
  }

  @Test(
    "messages that a host may not send, with the rule",
    arguments: [
      (#"{"jsonrpc":"2.0","id":1}"#, "M-11"),
      (#"{"jsonrpc":"2.0","result":1}"#, "M-11"),
      (#"{"jsonrpc":"1.0","id":1,"result":1}"#, "M-11"),
      (#"{"id":1,"result":1}"#, "M-11"),
      (#"{"jsonrpc":"2.0","id":1,"result":1,"x":1}"#, "M-11"),
      (#"{"jsonrpc":"2.0","id":1,"id":1,"result":1}"#, "M-11"),
      (#"{"jsonrpc":"2.0","id":[],"result":1}"#, "M-11"),
      (#"{"jsonrpc":"2.0","id":1,"error":"no"}"#, "M-11"),
      (#"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"no"}}"#, "M-11"),
      (#"{"jsonrpc":"2.0","method":5}"#, "M-11"),
      (#"{"jsonrpc":"2.0","method":"a","result":1}"#, "M-11"),
      (#"{"jsonrpc":"2.0","method":"a","id":1}"#, "M-17"),
      (#"[]"#, "B-1"),
      (#"[{"jsonrpc":"2.0","method":"a"}]"#, "M-11"),
      (#"5"#, "M-11"),
      (#"{"jsonrpc":"2.0","id":1,"result":NaN}"#, "F-4"),
    ])
  func bad(_ text: String, _ rule: String) {
    let failure = #expect(throws: Failure.self) { try Message(Array(text.utf8)) }
    #expect(failure?.rule == rule)
  }

  @Test("large messages go both ways at once")
  func bothWays() throws {
    let pair = try SocketPair()
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 22)
    // The far end writes all of its own before it reads anything.
    let far = pair.second.release()
    try Thread.start(stackSize: 1 << 20) {
      let socket = Descriptor(owning: far)
      do {
        try socket.writeAll(message + [10])
        _ = try socket.readAll(limit: 1 << 23)
      } catch {
        Issue.record(error)
      }
    }
    let connection = try Connection(pair.first, framing: .lines)
    let deadline = Deadline(after: .seconds(10))
    try connection.write(message[...], before: deadline)
    #expect(try connection.receive(before: deadline) == message)
    connection.closeWrite()
    #expect(try connection.receive(before: deadline) == nil)
  }

  @Test(
    "writes are split where the scenario says",
    arguments: [
      (Step.Split.whole, ["abcde"]), (.every(2), ["ab", "cd", "e"]),
      (.at([1, 4]), ["a", "bcd", "e"]), (.at([9]), ["abcde"]),
    ])
  func split(_ split: Step.Split, _ pieces: [String]) {
    let found = split.pieces(of: Array("abcde".utf8))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == pieces)
  }
}
