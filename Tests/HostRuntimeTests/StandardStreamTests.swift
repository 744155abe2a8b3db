import Glibc
import JSON
import SystemIO
import TestSupport
import Testing

@Suite struct StandardStreamTests {
  private func launch(_ scratch: Scratch) throws -> ProcessLaunch {
    ProcessLaunch(
      path: try Fixture.path(), arguments: ["jackfield", "serve", "--stdio"],
      environment: ["HOME=\(scratch.path)"], directory: "/")
  }

  @Test func aFrontEndMayBeOnTheStandardStreams() throws {
    let scratch = try Scratch()
    let input = try Pipe()
    let output = try Pipe()
    let child = try launch(scratch).start(
      descriptors: [input.reading.number, output.writing.number, nil])
    let client = TestClient(reading: output.reading, writing: input.writing)
    output.writing.close()
    input.reading.close()
    try client.send(#"{"method":"echo"}"#)
    #expect(try client.nextLine() == #"{"method":"echo"}"#)
    client.endInput()
    #expect(try client.next()["event"]?.string == "endOfInput")
    ChildProcess.signal(child, .terminate)
    #expect(ChildProcess.awaitExit(of: child)?.status == 0)
    #expect(try client.nextLine() == nil)
  }

  @Test func standardInputMayBeAFile() throws {
    let scratch = try Scratch()
    let file = try File.openForAppending(scratch.file("input"))
    let messages = [#"{"method":"echo"}"#, #"{"method":"puppet/stop"}"#]
    try file.writeAll(Array(messages.joined(separator: "\n").utf8))
    let input = try File.open(scratch.file("input"))
    let output = try File.openForAppending(scratch.file("output"))
    let child = try launch(scratch).start(descriptors: [input.number, output.number, nil])
    #expect(ChildProcess.awaitExit(of: child)?.status == 3)
    let text = try String(decoding: File.read(scratch.file("output"), limit: 1000), as: UTF8.self)
    #expect(text.hasPrefix(messages[0] + "\n"))
  }

  @Test func standardStreamsMayBeASocket() throws {
    let scratch = try Scratch()
    let pair = try SocketPair()
    let far = pair.second
    let child = try launch(scratch).start(descriptors: [far.number, far.number, nil])
    far.close()
    let client = TestClient(pair.first)
    try client.send(#"{"method":"echo"}"#)
    #expect(try client.nextLine() == #"{"method":"echo"}"#)
    try client.send(#"{"method":"puppet/stop"}"#)
    #expect(ChildProcess.awaitExit(of: child)?.status == 3)
  }

  @Test func aStarterKeepsItsBlockingPipe() throws {
    let scratch = try Scratch()
    let input = try Pipe()
    let output = try Pipe()
    let child = try launch(scratch).start(
      descriptors: [input.reading.number, output.writing.number, nil])
    try input.writing.writeAll(Array("{\"method\":\"echo\"}\n".utf8))
    _ = try output.reading.text(until: "\n")
    #expect(fcntl(input.reading.number, F_GETFL, 0) & O_NONBLOCK == 0)
    #expect(fcntl(output.writing.number, F_GETFL, 0) & O_NONBLOCK == 0)
    ChildProcess.signal(child, .kill)
    _ = ChildProcess.awaitExit(of: child)
  }
}
