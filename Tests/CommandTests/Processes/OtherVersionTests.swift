import JSON
import SystemIO
import Testing

@testable import jackfield

/// Hosts of another build, of another protocol, and processes that are no hosts.
@Suite struct OtherVersionTests {
  private struct Host: Equatable {
    let build: String?
    let process: Int64?

    init(_ outcome: Outcome) throws {
      let status = try JSONValue.parse(outcome.bytes)
      build = status["build"]?.string
      process = status["pid"]?.integer
    }
  }

  private func other(_ room: Room, _ command: String, _ arguments: String...) throws
    -> RunningProcess
  {
    try RunningProcess(command, arguments, name: "jackfield", environment: room.environment)
  }

  // MARK: Another build

  @Test("FC-082: an idle host of another build that was started on demand is replaced")
  func replaced() throws {
    let room = try Room()
    let old = try OtherBuild.make(in: room)
    let first = try Host(try other(room, old, "status", "--json").finish())
    #expect(first.build == BuildID.of(old))
    let outcome = try room.run("status", "--json")
    #expect(outcome.errors == "")
    let second = try Host(outcome)
    #expect(second.build == BuildID.of(room.command))
    #expect(second.process != first.process)
  }

  @Test("FC-082: a host of another build that somebody else uses stays, and the user is told")
  func used() throws {
    let room = try Room()
    let old = try OtherBuild.make(in: room)
    let user = try other(room, old, "call", "--follow", "ping")
    user.output.wait(for: "{}")
    let outcome = try room.run("status", "--json")
    #expect(try Host(outcome).build == BuildID.of(old))
    #expect(
      outcome.errors.hasPrefix("note: the host is jackfield \(ProductVersion.number) (build "))
    #expect(outcome.errors.hasSuffix("ends it, and the next command starts this one.\n"))
    #expect(outcome.code == 0)
    user.signal(.terminate)
    _ = user.finish()
  }

  @Test("FC-082: a host of another build stays if it was started by hand or none may be started")
  func byHand() throws {
    let room = try Room()
    let old = try OtherBuild.make(in: room)
    #expect(try other(room, old, "status").finish().code == 0)
    let asked = try room.run("status", "--json", "--no-spawn")
    #expect(try Host(asked).build == BuildID.of(old))
    #expect(asked.errors.hasPrefix("note: "))
    #expect(try room.run("stop").code == 0)

    let serving = try other(room, old, "serve")
    while try room.run("status", "--no-spawn").code != 0 {}
    let outcome = try room.run("status", "--json")
    #expect(try Host(outcome).build == BuildID.of(old))
    #expect(outcome.errors.hasPrefix("note: "))
    #expect(try room.run("stop").code == 0)
    #expect(serving.finish().code == 0)
  }

  // MARK: Another protocol

  /// A host that speaks a protocol of the future, or nothing at all.
  private func stranger(_ room: Room, named name: String, answer: String) throws -> RunningProcess {
    try Directory.make(room.file("run/jackfield"))
    let program = """
      import socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      listener.listen()
      print("listening", flush=True)
      while True:
          connection, _ = listener.accept()
          for line in connection.makefile("rb"):
              connection.sendall(sys.argv[2].encode())
      """
    let process = try RunningProcess(
      "/usr/bin/python3", ["-c", program, room.socket, answer], name: name,
      environment: room.environment)
    process.output.wait(for: "listening")
    return process
  }

  private let refusal =
    #"{"jsonrpc":"2.0","id":1,"error":{"code":-32006,"message":"This host speaks 7 to 9."}}"# + "\n"

  @Test("FC-225: status of a host of an unknown protocol says so, and stop ends it by a signal")
  func unknownProtocol() throws {
    let room = try Room()
    let host = try stranger(room, named: "jackfield", answer: refusal)
    let status = try room.run("status")
    #expect(
      status
        == Outcome(
          bytes: [],
          errors: "jackfield status: This host speaks 7 to 9 (error -32006); "
            + "'jackfield stop' ends this host.\n", code: 3))
    #expect(try room.run("stop") == Outcome(bytes: [], errors: "", code: 0))
    #expect(host.finish().code == 128 + Signal.terminate.rawValue)
  }

  @Test(
    "FC-225: a host that answers nothing, or nonsense, is ended as well", arguments: ["", "?\n"])
  func silent(answer: String) throws {
    let room = try Room()
    let host = try stranger(room, named: "jackfield", answer: answer)
    #expect(try room.run("stop", "--timeout", "1").code == 0)
    #expect(host.finish().code == 128 + Signal.terminate.rawValue)
  }

  @Test("FC-225: a process that is no host is left alone") func noHost() throws {
    let room = try Room()
    let process = try stranger(room, named: "something", answer: refusal)
    let outcome = try room.run("stop")
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("process \(process.id) listens on '\(room.socket)'"))
    #expect(ChildProcess.peek(process.id) == nil)
    process.signal(.kill)
    _ = process.finish()
    try File.remove(room.socket)
  }

  @Test("a host that breaks off is exit code 3") func breaksOff() throws {
    let room = try Room()
    let host = try stranger(room, named: "jackfield", answer: #"{"jsonrpc":"2.0","id":1,"res"#)
    let calling = try room.start("status", "--no-spawn")
    host.signal(.terminate)
    _ = host.finish()
    #expect(calling.finish().code == 3)
    try File.remove(room.socket)
  }
}
