import JackfieldClient
import Synchronization
import SystemIO

/// The other end of a client's connection, played on a thread of its own.
final class ScriptedHost: Sendable {
  /// What it does, in order.
  enum Step: Sendable {
    /// Reads a line and keeps it.
    case receive
    /// Writes text.
    case send(String)
    /// Writes so many notifications of a kilobyte, without reading.
    case flood(Int)
    /// Says that it will write nothing more.
    case endOutput
    /// Waits until the test says so.
    case pause
  }

  /// The answer to the handshake that a host gives.
  static let welcome = Step.send(
    #"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"host":{"name":"scripted","version":"9","#
      + #""build":"abc"},"session":"s1"}}"# + "\n")

  private let lines = Mutex<[String]>([])
  private let finished: EventCounter
  private let going: EventCounter

  private init() throws(SystemError) {
    finished = try EventCounter(nonBlocking: false, oneByOne: true)
    going = try EventCounter(nonBlocking: false, oneByOne: true)
  }

  /// Starts a host that plays `steps` and then closes its end.
  ///
  /// - Returns: The host, and the number of the client's end, which nobody else closes.
  static func start(_ steps: [Step]) throws(SystemError) -> (host: ScriptedHost, socket: Int32) {
    let host = try ScriptedHost()
    let pair = try SocketPair()
    let client = pair.first
    let own = pair.second.release()
    try Thread.start(stackSize: 512 * 1024) { host.play(steps, on: Descriptor(owning: own)) }
    return (host, client.release())
  }

  /// Lets a paused host go on.
  func goOn() { going.raise() }

  /// Waits until the host has played all its steps, and returns the lines that it received.
  func received() -> [String] {
    _ = finished.take()
    return lines.withLock { $0 }
  }

  private func play(_ steps: [Step], on socket: consuming Descriptor) {
    var input: [UInt8] = []
    do throws(SystemError) {
      for step in steps {
        switch step {
        case .receive: try receiveLine(from: socket, keeping: &input)
        case .send(let text): try socket.writeAll(Array(text.utf8))
        case .flood(let count):
          for _ in 0..<count { try socket.writeAll(Self.flood) }
        case .endOutput: UnixSocket.endOutput(of: socket.number)
        case .pause: _ = going.take()
        }
      }
    } catch {
      lines.withLock { $0.append("\(error)") }
    }
    socket.close()
    finished.raise()
  }

  /// A notification of a kilobyte.
  private static let flood = Array(
    (#"{"jsonrpc":"2.0","method":"flood","params":{"text":""#
      + String(repeating: "x", count: 1000) + "\"}}\n").utf8)

  /// Reads to the end of a line, or of the input; what follows stays in `input`.
  private func receiveLine(
    from socket: borrowing Descriptor, keeping input: inout [UInt8]
  ) throws(SystemError) {
    var end = input.firstIndex(of: 0x0A)
    while end == nil {
      var chunk = [UInt8](repeating: 0, count: 64 * 1024)
      let transfer = try chunk.withUnsafeMutableBufferPointer { space throws(SystemError) in
        try Descriptor.read(socket.number, into: UnsafeMutableRawBufferPointer(space))
      }
      guard case .bytes(let count) = transfer else { break }
      let searched = input.count
      input.append(contentsOf: chunk[..<count])
      end = input[searched...].firstIndex(of: 0x0A)
    }
    let line = input[..<(end ?? input.count)]
    lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    input.removeFirst(min(input.count, line.count + 1))
  }
}
