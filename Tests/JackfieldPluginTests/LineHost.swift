import SystemIO
import Testing

@testable import JackfieldPlugin

/// The other end of a plugin's connection, which writes and reads whatever the test says.
@PluginActor
final class LineHost {
  private let channel: MessageChannel
  private let token = PluginThread.shared.makeToken()
  private var input: [UInt8] = []

  private init(_ channel: MessageChannel) { self.channel = channel }

  /// Runs a plugin in this process while `body` plays its host.
  static func with<Served: Plugin>(
    _ type: Served.Type, _ body: @PluginActor (LineHost) async throws -> Void
  ) async throws {
    let pair = try SocketPair()
    let host = LineHost(try MessageChannel(socket: pair.first))
    let far = try MessageChannel(socket: pair.second)
    async let serving: Void = PluginServer<Served>.serve(over: far)
    defer { host.close() }
    try await body(host)
    host.close()
    await serving
  }

  /// The request with which a host opens the conversation.
  nonisolated static let hello = #"""
    {"jsonrpc":"2.0","id":"h","method":"initialize","params":{"protocol":{"min":1,"max":1},"host":{"name"\#
    :"t"},"plugin":{"name":"p","directory":"/d","dataDirectory":"/d/d","cacheDirectory":"/d/c"}}}
    """#

  /// Writes lines, all at once.
  func send(_ lines: String...) throws {
    try send(bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Writes bytes.
  func send(bytes: [UInt8]) throws {
    let transfer = try bytes.withUnsafeBytes { try channel.write($0) }
    #expect(transfer == .bytes(bytes.count))
  }

  /// The next line; nil at the end.
  func next() async throws -> String? {
    while true {
      if let end = input.firstIndex(of: 0x0A) {
        defer { input.removeFirst(end + 1) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      guard try await read() else { return nil }
    }
  }

  /// Everything up to the end.
  func rest() async throws -> String {
    while try await read() {}
    return String(decoding: input, as: UTF8.self)
  }

  private func read() async throws -> Bool {
    let deadline = Clock.monotonic + Self.patience
    let ready = await PluginThread.shared.wait(
      under: token, for: .init(input: channel.inputNumber, deadline: deadline))
    guard ready.contains(.readable) else { throw Silence() }
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    let transfer = try chunk.withUnsafeMutableBytes { try channel.read(into: $0) }
    guard case .bytes(let count) = transfer else { return false }
    input += chunk[..<count]
    return true
  }

  /// The plugin said nothing for longer than it may take on a machine that does much else.
  struct Silence: Error {}
  private static let patience: UInt64 = 600_000_000_000

  /// Says that nothing more will be written.
  func endOutput() {
    if let number = channel.outputNumber { UnixSocket.endOutput(of: number) }
  }

  /// Goes away.
  func close() { channel.close() }
}
