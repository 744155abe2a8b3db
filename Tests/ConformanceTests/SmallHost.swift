import JSONRPC
import SystemIO

@testable import Conformance

/// A host in this process that knows `initialize`, `ping`, `exit` and batches, and is right where it
/// answers at all. Each of its functions can be replaced by one that is wrong.
struct SmallHost: Sendable {
  /// The answer to one message that is JSON; nil for none.
  var answer: @Sendable (Value) -> Value? = SmallHost.rightAnswer
  /// The answer to a batch; nil for none.
  var batch: @Sendable ([Value], (Value) -> Value?) -> Value? = SmallHost.rightBatch
  /// What is written for one answer.
  var frame: @Sendable (Value, Framing) -> [UInt8] = { $1.frame($0.bytes) }
  /// Whether the connection is closed after this message and what was answered to it.
  var ends: @Sendable (Value?, [UInt8]) -> Bool = { message, _ in
    message?["method"]?.string == "exit"
  }

  /// The host as the kit sees it; each connection is served by a thread of its own.
  func underTest(timeout: Duration = .seconds(10)) -> HostUnderTest {
    HostUnderTest(timeout: timeout) { framing throws(Unreachable) in
      do {
        let pair = try SocketPair()
        let far = pair.second.release()
        try Thread.start(stackSize: 1 << 20) { serve(Descriptor(owning: far), framing) }
        return try Connection(pair.first, framing: framing)
      } catch {
        throw Unreachable(reason: "\(error)")
      }
    }
  }

  private func serve(_ socket: consuming Descriptor, _ framing: Framing) {
    var cutter = FrameCutter(framing: framing)
    do {
      while let bytes = try SmallHost.read(socket.number) {
        bytes.withUnsafeBytes { cutter.append($0) }
        while let text = try cutter.next() {
          let message = SmallHost.parse(text)
          let reply = self.reply(to: message, framing)
          try socket.writeAll(reply)
          if ends(message, reply) { return }
        }
      }
    } catch {
      // The kit goes away as soon as it has seen what is wrong.
    }
  }

  private static func read(_ number: Int32) throws -> [UInt8]? {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { chunk in
      guard case .bytes(let count) = try Descriptor.read(number, into: chunk) else { return nil }
      return Array(chunk[..<count])
    }
  }

  private static func parse(_ text: [UInt8]) -> Value? {
    do {
      return try ValueReader.read(text)
    } catch {
      return nil
    }
  }

  private func reply(to message: Value?, _ framing: Framing) -> [UInt8] {
    let answer =
      switch message {
      case nil: SmallHost.error(.null, -32700)
      case .array(let elements)?: batch(elements, self.answer)
      case let message?: self.answer(message)
      }
    return answer.map { frame($0, framing) } ?? []
  }
}

// MARK: What is right

extension SmallHost {
  @Sendable static func rightAnswer(_ message: Value) -> Value? {
    guard let method = message["method"]?.string else {
      return error(message["id"] ?? .null, -32600)
    }
    guard let id = message["id"] else { return nil }
    guard message["jsonrpc"] ?? .string("2.0") == .string("2.0") else { return error(id, -32600) }
    switch method {
    case "ping": return result(id, .object([]))
    case "initialize": return result(id, handshake)
    default: return error(id, -32601)
    }
  }

  @Sendable static func rightBatch(
    _ elements: [Value], _ answer: (Value) -> Value?
  ) -> Value? {
    guard !elements.isEmpty else { return error(.null, -32600) }
    let answers = elements.compactMap(answer)
    return answers.isEmpty ? nil : .array(answers)
  }

  static func result(_ id: Value, _ result: Value) -> Value {
    .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
  }

  static func error(_ id: Value, _ code: Int) -> Value {
    let error = Value.object(["code": Value(code), "message": .string("no")])
    return .object(["jsonrpc": .string("2.0"), "id": id, "error": error])
  }

  static let handshake = Value.object([
    "protocol": Value(1), "session": .string("s1"), "limits": .object([]),
  ])
}
