import JackfieldPlugin
import JackfieldPluginTesting
import SystemIO
import Testing

/// The library in a process of its own.
@Suite struct ProcessTests {
  private func launch(_ variables: [String] = []) throws -> ProcessLaunch {
    let tests = try File.realPath(of: CurrentProcess.executable)
    let program = try #require(tests.parentPath) + "/plugin-fixture"
    return ProcessLaunch(path: program, arguments: ["fixture"], environment: variables)
  }

  @Test("FC-223: what is printed to standard output does no harm") func printing() async throws {
    try await TestHost.with(try launch()) { host in
      #expect(host.handshake.plugin?.version == "1.0")
      let value = try JSONValue.parse(#"{"a":[1,null,"x"]}"#)
      for _ in 1...2 {
        let echo: JSONValue = try await host.call("echo", value)
        #expect(echo == value)
      }
    }
  }

  @Test("FC-148: shutdown, exit: it leaves with code 0, also from the midst of a call")
  func leaving() async throws {
    let process = try await TestHost.with(try launch()) { host in
      let hanging = Task { try await host.call("hang") as Empty }
      try await host.shutDown()
      await #expect(throws: (any Error).self) { _ = try await hanging.value }
      return host.process
    }
    #expect(await process?.exit?.bySignal == false)
    #expect(await process?.exit?.status == 0)
  }

  @Test("FC-147: at the end of its input it leaves within a second, whatever is open")
  func endOfInput() throws {
    let input = try Pipe()
    let output = try Pipe()
    let child = try launch().start(descriptors: [input.reading.number, output.writing.number, nil])
    output.writing.close()
    let writing = input.writing
    let hang = #"{"id":1,"method":"p/hang","params":{}}"#
    try writing.writeAll(Array("\(LineHost.hello)\n\(hang)\n".utf8))
    writing.close()
    let begin = Clock.monotonic
    let exit = ChildProcess.awaitExit(of: child)
    #expect(Clock.monotonic - begin < 3_000_000_000)
    #expect(exit?.status == 0 && exit?.bySignal == false)
    let text = String(decoding: try output.reading.readAll(limit: 1 << 16), as: UTF8.self)
    #expect(text.hasPrefix(#"{"jsonrpc":"2.0","id":"h","result":"#))
  }

  @Test("FC-154: whoever ends its input after its requests gets their answers")
  func oneShot() throws {
    let path = "/tmp/jackfield-plugin-\(CurrentProcess.id)-\(Clock.monotonic)"
    let echo = #"{"id":1,"method":"p/echo","params":{"a":1}}"#
    try File.replace(path, with: Array("\(LineHost.hello)\n\(echo)".utf8))
    let input = try File.open(path)
    try File.remove(path)
    let output = try Pipe()
    let child = try launch().start(descriptors: [input.number, output.writing.number, nil])
    output.writing.close()
    let text = String(decoding: try output.reading.readAll(limit: 1 << 16), as: UTF8.self)
    #expect(text.hasSuffix(#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"# + "\n"))
    #expect(ChildProcess.awaitExit(of: child)?.status == 0)
  }

  @Test("the fd transport: messages go over the descriptor, both streams are the log")
  func descriptor() throws {
    let pair = try SocketPair()
    let log = try Pipe()
    let far = pair.second
    let child = try launch(["JACKFIELD_FD=3"]).start(
      descriptors: [nil, log.writing.number, log.writing.number, far.number])
    far.close()
    log.writing.close()
    let own = pair.first
    let echo = #"{"id":1,"method":"p/echo","params":{}}"#
    try own.writeAll(Array("\(LineHost.hello)\n\(echo)\n".utf8))
    UnixSocket.endOutput(of: own.number)
    let text = String(decoding: try own.readAll(limit: 1 << 16), as: UTF8.self)
    #expect(text.hasSuffix(#"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n"))
    #expect(ChildProcess.awaitExit(of: child)?.status == 0)
    let printed = String(decoding: try log.reading.readAll(limit: 1 << 16), as: UTF8.self)
    #expect(printed.contains("printed by accident"))
  }

  @Test("a JACKFIELD_FD that is no socket is told in one sentence", arguments: ["x", "2", "77"])
  func wrongDescriptor(value: String) throws {
    let log = try Pipe()
    let child = try launch(["JACKFIELD_FD=\(value)"]).start(
      descriptors: [nil, nil, log.writing.number])
    log.writing.close()
    #expect(ChildProcess.awaitExit(of: child)?.status == 1)
    let printed = String(decoding: try log.reading.readAll(limit: 1 << 16), as: UTF8.self)
    #expect(printed.contains("JACKFIELD_FD is '\(value)', which is not the number of a socket"))
  }

  @Test("a host that reads no more ends it") func nobodyReads() throws {
    let input = try SocketPair()
    let output = try Pipe()
    let far = input.second
    let child = try launch().start(descriptors: [far.number, output.writing.number, nil])
    far.close()
    output.writing.close()
    output.reading.close()
    // Another process that is being started may hold the other end for a moment.
    let ping = Array((#"{"id":1,"method":"ping"}"# + "\n").utf8)
    let own = input.first
    #expect(throws: SystemError.self) {
      while true { _ = try ping.withUnsafeBytes { try own.send($0) } }
    }
    let exit = ChildProcess.awaitExit(of: child)
    #expect(exit?.status == 0 && exit?.bySignal == false)
  }

  @Test("a plugin that is killed ends whatever waits for it") func killed() async throws {
    try await TestHost.with(try launch()) { host in
      let hanging = Task { try await host.call("hang") as Empty }
      host.process?.kill()
      await #expect(throws: ConnectionEnded.self) { _ = try await hanging.value }
    }
  }
}
