import SystemIO
import Testing

@testable import jackfield

@Suite struct ServeCommandTests {
  /// Starts a host by hand and waits until it listens.
  private func serve(_ room: Room) throws -> RunningProcess {
    let host = try room.start("serve")
    while try room.run("status", "--no-spawn").code != 0 {}
    return host
  }

  @Test("a second host leaves the first alone and says why it ends, in one line") func second()
    throws
  {
    let room = try Room()
    let first = try serve(room)
    let second = try room.run("serve")
    #expect(second.code == 3)
    #expect(second.output == "")
    #expect(second.errors.contains("\(first.id)"))
    #expect(second.errors.split(separator: "\n").count == 1)
    #expect(try room.run("status", "--no-spawn").code == 0)
    #expect(try room.run("stop").code == 0)
    #expect(first.finish().code == 0)
  }

  @Test("SIGTERM and Control-C end a host in order", arguments: [Signal.terminate, .interrupt])
  func signals(signal: Signal) throws {
    let room = try Room()
    let host = try serve(room)
    host.signal(signal)
    let outcome = host.finish()
    #expect(outcome == Outcome(bytes: [], errors: "", code: 0))
    #expect(throws: SystemError.self) { try FileStatus(of: room.socket) }
  }

  @Test("on standard streams it serves one front end and ends with it") func standardStreams()
    throws
  {
    let room = try Room()
    let input = """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":{"min":1,"max":1}}}
      {"jsonrpc":"2.0","id":"two","method":"ping"}
      {"jsonrpc":"2.0","id":3,"method":"shutdown"}
      {"jsonrpc":"2.0","method":"exit"}

      """
    let host = try room.start("serve", "--stdio", input: input)
    let outcome = host.finish()
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"#) == true)
    #expect(lines.dropFirst().first == #"{"jsonrpc":"2.0","id":"two","result":{}}"#)
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
  }
}
