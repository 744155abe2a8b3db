import Testing

/// `jackfield connect`: the host's socket as standard input and output.
@Suite struct ConnectCommandTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":{"min":1,"max":1}}}"#

  @Test("what is open at the end of input is answered before the end")
  func endOfInput() throws {
    let room = try Room.withPlugin()
    let outcome = try room.run(
      "connect",
      input: """
        \(Self.initialize)
        {"jsonrpc":"2.0","id":2,"method":"scripted/echo","params":{"n":1}}

        """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last == #"{"jsonrpc":"2.0","id":2,"result":{"n":1}}"#)
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
  }

  @Test("much in both directions at once does not stand still")
  func bothDirections() throws {
    let room = try Room.withPlugin()
    let text = String(repeating: "x", count: 100_000)
    let calls = (2..<42).map {
      #"{"jsonrpc":"2.0","id":\#($0),"method":"scripted/echo","params":{"t":"\#(text)"}}"#
    }
    let outcome = try room.run(
      "connect", input: ([Self.initialize] + calls).joined(separator: "\n") + "\n")
    #expect(outcome.output.split(separator: "\n").count == 41)
    #expect(outcome.code == 0)
  }

  @Test("without a host there is nothing to connect to, if none may be started")
  func noHost() throws {
    let room = try Room()
    let outcome = try room.run("connect", "--no-spawn")
    #expect(outcome.code == 3)
    #expect(outcome.output == "")
  }
}
