import HostCore
import HostProtocol
import JSON
import JSONRPC
import SystemIO
import Testing

@testable import HostRuntime

@Suite struct OutboxTests {
  /// Messages of host text and relayed values of these sizes, queued and written through a pipe.
  @Test(arguments: [Framing.lines, .headers], [[10], [20_000], [10, 20_000, 5, 300_000, 70_000]])
  func whatIsQueuedComesOutInOrder(framing: Framing, sizes: [Int]) throws {
    var effects = Effects()
    var outbox = Outbox(pool: OutputPool())
    var expected: [UInt8] = []
    for round in 0..<3 {
      for size in sizes {
        let value = "\"" + String(repeating: ["a", "bc", "def"][round], count: size) + "\""
        effects.send(to: .frontEnd(ConnectionID(1))) { composer in
          composer.writer.beginObject()
          composer.writer.name("a")
          composer.relay(slice(value), hasLineBreaks: false)
          composer.writer.endObject()
        }
        expected += frame(#"{"a":\#(value)}"#, framing)
      }
    }
    for case .send(_, let message) in effects.list {
      outbox.append(message, of: effects, framing: framing)
    }
    effects.removeAll()
    #expect(outbox.count == expected.count)
    #expect(try drain(&outbox) == expected)
    #expect(outbox.isEmpty)
  }

  @Test(arguments: [10, 100_000]) func lineBreaksBecomeBlanksInLinesOnly(size: Int) throws {
    let value = "[" + String(repeating: "\n", count: size) + "1,\r2]"
    for framing in [Framing.lines, .headers] {
      var effects = Effects()
      var outbox = Outbox(pool: OutputPool())
      effects.send(to: .frontEnd(ConnectionID(1))) {
        $0.relay(slice(value), hasLineBreaks: true)
      }
      guard case .send(_, let message)? = effects.list.first else { continue }
      outbox.append(message, of: effects, framing: framing)
      let shown =
        framing == .lines
        ? value.map { $0 == "\n" || $0 == "\r" ? " " : String($0) }.joined() : value
      #expect(try drain(&outbox) == frame(shown, framing))
    }
  }

  @Test("behind the high-water mark only the newest of a state is kept, at the end of the queue")
  func statesGiveWayToNewerOnes() throws {
    // What is queued once the mark is passed, and what then comes out.
    let bar = StateKey(.pluginDidChangeState, of: 1)
    let other = StateKey(.pluginDidChangeState, of: 2)
    let table: [(queued: [(text: String, state: StateKey?)], left: [String])] = [
      ([("1", bar), ("2", bar), ("3", bar)], ["3"]),
      ([("1", bar), ("answer", nil), ("2", bar)], ["answer", "2"]),
      ([("answer", nil), ("1", bar), ("2", other), ("3", bar)], ["answer", "2", "3"]),
      (
        [("a", nil), ("1", bar), ("b", nil), ("2", other), ("c", nil), ("3", bar), ("4", other)],
        ["a", "b", "c", "3", "4"]
      ),
      ([("1", bar), ("2", other)], ["1", "2"]),
    ]
    for (row, framing) in table.flatMap({ row in [(row, Framing.lines), (row, .headers)] }) {
      var outbox = Outbox(pool: OutputPool())
      let backlog = "\"" + String(repeating: "x", count: LoopLimits.highWater) + "\""
      queue(backlog, nil, in: &outbox, framing)
      for (text, state) in row.queued { queue("\"\(text)\"", state, in: &outbox, framing) }
      let expected = ([backlog] + row.left.map { "\"\($0)\"" }).flatMap { frame($0, framing) }
      #expect(outbox.count == expected.count)
      #expect(try drain(&outbox) == expected)
    }
  }

  @Test func belowTheMarkEveryStateIsToldInItsTurn() throws {
    var outbox = Outbox(pool: OutputPool())
    let bar = StateKey(.pluginDidChangeState, of: 1)
    for text in ["1", "2", "3"] { queue(text, bar, in: &outbox, .lines) }
    #expect(try drain(&outbox) == Array("1\n2\n3\n".utf8))
  }

  @Test func aStateThatIsPartlyWrittenStays() throws {
    var outbox = Outbox(pool: OutputPool())
    let bar = StateKey(.pluginDidChangeState, of: 1)
    let backlog = String(repeating: "1", count: LoopLimits.highWater + 1)
    let long = String(repeating: "2", count: LoopLimits.highWater * 2)
    queue(backlog, nil, in: &outbox, .lines)
    queue(long, bar, in: &outbox, .lines)
    // As much as a pipe takes, until the state's message has been begun.
    var written: [UInt8] = []
    let pipe = try Pipe()
    try Descriptor.setNonBlocking(pipe.writing.number)
    while outbox.count >= long.utf8.count + 1 {
      try outbox.flush(to: pipe.writing.number)
      var chunk = [UInt8](repeating: 0, count: 60_000)
      let transfer = try chunk.withUnsafeMutableBytes {
        try Descriptor.read(pipe.reading.number, into: $0)
      }
      if case .bytes(let count) = transfer { written += chunk[..<count] }
    }
    queue("3", bar, in: &outbox, .lines)
    pipe.writing.close()
    written += try pipe.reading.readAll(limit: 1 << 24)
    written += try drain(&outbox)
    #expect(written == Array("\(backlog)\n\(long)\n3\n".utf8))
  }

  @Test func statesThatAreReplacedForEverTakeNoRoom() throws {
    var outbox = Outbox(pool: OutputPool())
    let backlog = String(repeating: "1", count: LoopLimits.highWater + 1)
    queue(backlog, nil, in: &outbox, .lines)
    for round in 0..<20_000 {
      let state = StateKey(.pluginDidChangeState, of: UInt64(round % 3))
      queue("\(round % 10)", state, in: &outbox, .lines)
    }
    #expect(outbox.count == backlog.utf8.count + 1 + 3 * 2)
    #expect(try drain(&outbox) == Array("\(backlog)\n7\n8\n9\n".utf8))
  }

  @Test func aLargeValueIsNotCopied() {
    var effects = Effects()
    var outbox = Outbox(pool: OutputPool())
    let value = slice(String(repeating: "x", count: LoopLimits.sharedSliceSize))
    effects.send(to: .frontEnd(ConnectionID(1))) { $0.relay(value, hasLineBreaks: false) }
    guard case .send(_, let message)? = effects.list.first else { return }
    outbox.append(message, of: effects, framing: .lines)
    effects.removeAll()
    // The buffer is in the queue's hands and the test's, and nowhere else: a copy would have let it
    // go.
    #expect(outbox.count == LoopLimits.sharedSliceSize + 1)
    outbox.removeAll()
    #expect(outbox.isEmpty)
  }

  @Test func anOutputBufferKeepsItsBytesThroughAnyGrowth() {
    let buffer = OutputBuffer()
    var expected: [UInt8] = []
    var next: UInt8 = 0
    for step in 0..<2000 {
      for _ in 0..<(step * 7 % 97) {
        buffer.append(next)
        expected.append(next)
        next &+= 1
      }
      let taken = min(buffer.count, step * 5 % 83)
      #expect(Array(buffer.bytes(at: 0, count: taken)) == Array(expected[..<taken]))
      buffer.removeFirst(taken)
      expected.removeFirst(taken)
    }
    #expect(Array(buffer.bytes(at: 0, count: buffer.count)) == expected)
  }

  private func queue(
    _ text: String, _ state: StateKey?, in outbox: inout Outbox, _ framing: Framing
  ) {
    var effects = Effects()
    effects.send(to: .frontEnd(ConnectionID(1)), wholeOf: state) {
      $0.writer.raw(Array(text.utf8))
    }
    guard case .send(_, let message)? = effects.list.first else { return }
    outbox.append(message, of: effects, framing: framing)
  }

  private func slice(_ text: String) -> FrameSlice {
    let bytes = Array(text.utf8)
    let buffer = FrameBuffer(capacity: bytes.count)
    buffer.storage.copyBytes(from: bytes)
    return FrameSlice(buffer: buffer, offset: 0, count: bytes.count)
  }

  private func frame(_ text: String, _ framing: Framing) -> [UInt8] {
    framing == .lines
      ? Array((text + "\n").utf8) : Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  /// Writes and reads by turns until nothing is left.
  private func drain(_ outbox: inout Outbox) throws -> [UInt8] {
    let pipe = try Pipe()
    try Descriptor.setNonBlocking(pipe.writing.number)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 50_000)
    while !outbox.isEmpty {
      try outbox.flush(to: pipe.writing.number)
      let transfer = try chunk.withUnsafeMutableBytes {
        try Descriptor.read(pipe.reading.number, into: $0)
      }
      if case .bytes(let count) = transfer { bytes += chunk[..<count] }
    }
    let reading = pipe.reading
    pipe.writing.close()
    return try bytes + reading.readAll(limit: 1 << 24)
  }
}
