import Glibc
import HostCore
import JSON
import SystemIO
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct ListeningTests {
  @Test(
    "T-2: a peer is the host's own user or root",
    arguments: [(1000, 1000, true), (0, 1000, true), (1001, 1000, false), (1000, 0, false)]
      as [(UInt32, UInt32, Bool)])
  func peers(peer: UInt32, user: UInt32, isAdmitted: Bool) {
    #expect(EventLoop<Host>.admits(peer, to: user) == isAdmitted)
  }

  @Test("FC-117: a socket that a killed host left behind is taken over") func staleSocket() throws {
    let host = try HostHarness()
    host.signal(SIGKILL)
    try host.awaitEnd()
    #expect(try FileStatus(of: host.socket.description).kind == .socket)
    try host.start()
    let client = try host.connect()
    try client.send(#"{"method":"echo"}"#)
    #expect(try client.nextLine() == #"{"method":"echo"}"#)
  }

  @Test("FC-117: a second host names the first and leaves it alone") func second() throws {
    let host = try HostHarness()
    let said = try host.startup()
    #expect(
      said == "a host is already running (pid \(host.process)) on '\(host.socket)'")
    let client = try host.connect()
    try client.send(#"{"method":"echo"}"#)
    // The second host's look at the first may be told before.
    #expect(try client.echo() == #"{"method":"echo"}"#)
  }

  @Test func aFileThatIsNoSocketStays() throws {
    let host = try HostHarness()
    let path = host.socket.description + ".txt"
    try File.replace(path, with: Array("notes".utf8))
    #expect(throws: ListenFailure.occupied(path: path)) { _ = try Listener.claim(path) }
    #expect(try File.read(path, limit: 100) == Array("notes".utf8))
  }

  @Test("FC-120: of ten that start at once with a lock left behind, one listens") func ten() throws
  {
    let host = try HostHarness()
    host.signal(SIGKILL)
    try host.awaitEnd()
    var pipes: [Int32] = []
    for _ in 0..<10 {
      let pipe = try Pipe()
      let reading = pipe.reading
      let writing = pipe.writing
      let launch = try host.launch(
        ["--socket", host.socket.description], environment: ["JACKFIELD_READY_FD=3"])
      let child = try launch.start(descriptors: [nil, nil, nil, writing.number])
      _ = ChildProcess.awaitExit(of: child)
      pipes.append(reading.release())
    }
    let notices = try pipes.map { try Descriptor(owning: $0).text() ?? "" }
    #expect(notices.filter { $0 == "ready\n" }.count == 1)
    #expect(notices.filter { $0.contains("already running") }.count == 9)
    try host.adopt()
  }

  @Test("FC-123: the number of files does not grow with hosts that are killed") func files() throws
  {
    let host = try HostHarness()
    for _ in 0..<5 {
      host.signal(SIGKILL)
      try host.awaitEnd()
      try host.start()
    }
    #expect(
      try Directory.names(in: host.scratch.file("run")) == ["host.sock", "host.sock.lock"])
  }

  @Test func anOrderlyEndRemovesTheSocket() throws {
    let host = try HostHarness()
    host.signal(SIGTERM)
    host.signal(SIGTERM)
    try host.awaitEnd()
    #expect(try Directory.names(in: host.scratch.file("run")) == ["host.sock.lock"])
  }

  @Test("FC-124: a socket that a cleaner removed is made anew") func cleaner() throws {
    let host = try HostHarness(["--check-ms", "20"])
    try File.remove(host.socket.description)
    try File.remove(HostPaths.lock(ofSocket: host.socket.description))
    let client = try host.reconnect()
    try client.send(#"{"method":"echo"}"#)
    #expect(try client.echo() == #"{"method":"echo"}"#)
    #expect(try client.peer.process == host.process)
    #expect(try host.startup().contains("already running (pid \(host.process))"))
  }

  @Test("FC-124: a host whose place is taken ends") func placeTaken() throws {
    let host = try HostHarness(["--check-ms", "200"])
    let lock = HostPaths.lock(ofSocket: host.socket.description)
    try File.remove(lock)
    let other = try FileLock.take(lock)
    try host.awaitEnd()
    // The socket that it leaves is its own, and so is removed.
    #expect(try Directory.names(in: host.scratch.file("run")) == ["host.sock.lock"])
    _ = consume other
  }

  @Test("FC-121: a socket that a supervisor passes is used and not removed") func passed() throws {
    let scratch = try Scratch()
    let path = try SocketPath(scratch.file("s"))
    let listener = try UnixSocket.listen(at: path)
    let launch = ProcessLaunch(
      path: try Fixture.path(), arguments: ["jackfield", "serve"],
      environment: ["HOME=\(scratch.path)", "LISTEN_FDS=1"], directory: "/")
    for _ in 0..<2 {
      let child = try launch.start(descriptors: [nil, nil, nil, listener.number])
      let client = TestClient(try UnixSocket.connect(to: path))
      try client.send(#"{"method":"echo"}"#)
      #expect(try client.nextLine() == #"{"method":"echo"}"#)
      try client.send(#"{"method":"puppet/stop"}"#)
      #expect(ChildProcess.awaitExit(of: child)?.status == 3)
      #expect(try FileStatus(of: path.description).kind == .socket)
    }
  }

  @Test("FC-121: a descriptor that is no socket is told") func passedWrongly() throws {
    let scratch = try Scratch()
    let launch = ProcessLaunch(
      path: try Fixture.path(), arguments: ["jackfield", "serve"],
      environment: ["HOME=\(scratch.path)", "LISTEN_FDS=1"], directory: "/")
    let pipe = try Pipe()
    let child = try launch.start(
      descriptors: [nil, nil, pipe.writing.number, pipe.reading.number])
    #expect(ChildProcess.awaitExit(of: child)?.status == 1)
    let said = try pipe.reading.text(until: "\n")
    #expect(said?.contains("LISTEN_FDS is set, but descriptor 3 is not") == true)
  }

  @Test(
    "FC-126: a folder that another could have made is refused",
    arguments: [
      ("link", "must be a folder and no link"), ("open", "can be written by others"),
      ("file", "must be a folder"),
    ])
  func foreignFolder(kind: String, reason: String) throws {
    let scratch = try Scratch()
    let folder = scratch.file("jackfield")
    switch kind {
    case "link": symlink("/tmp", folder)
    case "open":
      try Directory.make(folder)
      chmod(folder, 0o770)
    default: _ = try File.openForAppending(folder)
    }
    let said = try refusal(environment: ["XDG_RUNTIME_DIR=\(scratch.path)"])
    #expect(said.contains(reason))
  }

  @Test("FC-115: a path that is too long is told with its length and the limit") func longPath()
    throws
  {
    let scratch = try Scratch()
    let folder = scratch.file(String(repeating: "d", count: 120))
    let said = try refusal(environment: ["XDG_RUNTIME_DIR=\(folder)"])
    let path = "\(folder)/jackfield/host.sock"
    #expect(said.contains("'\(path)' is \(path.utf8.count) bytes long"))
    #expect(said.contains("at most 107"))
  }

  /// What a host says on standard error that can't start; it must leave with 1.
  private func refusal(environment: [String]) throws -> String {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let launch = ProcessLaunch(
      path: try Fixture.path(), arguments: ["jackfield", "serve"],
      environment: ["HOME=/nonexistent"] + environment, directory: "/")
    let child = try launch.start(descriptors: [nil, nil, writing.number])
    writing.close()
    let text = try reading.text() ?? ""
    #expect(ChildProcess.awaitExit(of: child)?.status == 1)
    #expect(text.split(separator: "\n").count == 1)
    return text
  }

  @Test("FC-103: a command that starts a host returns, and the host keeps nothing of it")
  func onDemand() throws {
    let scratch = try Scratch()
    let path = scratch.file("run/s")
    let script = "x=$('\(try Fixture.path())' connect \(path)); echo $x | cat"
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let launch = ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script],
      environment: ["PATH=/usr/bin:/bin", "HOME=\(scratch.path)", "SECRET_TOKEN=x"])
    let child = try launch.start(descriptors: [nil, writing.number, writing.number])
    writing.close()
    // The end of the pipe means that the host does not hold it either.
    let text = try #require(try reading.text())
    #expect(ChildProcess.awaitExit(of: child)?.status == 0)
    let host = try #require(Int32(text.dropLast()), "\(text)")
    defer { ChildProcess.signal(host, .kill) }
    for number in 0...2 { #expect(linkTarget("/proc/\(host)/fd/\(number)") == "/dev/null") }
    #expect(linkTarget("/proc/\(host)/cwd") == "/")
    let environment = try File.read("/proc/\(host)/environ", limit: 1 << 16)
    #expect(!String(decoding: environment, as: UTF8.self).contains("SECRET"))
  }

  @Test("FC-103: of commands that start a host at once each reaches the same one") func race()
    throws
  {
    let scratch = try Scratch()
    let program = try Fixture.path()
    let script = "for i in 1 2 3 4 5 6; do '\(program)' connect run/s & done; wait"
    let launch = ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script.replacing("run/s", with: scratch.file("s"))],
      environment: ["PATH=/usr/bin:/bin", "HOME=\(scratch.path)"])
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let child = try launch.start(descriptors: [nil, writing.number, writing.number])
    writing.close()
    let text = try #require(try reading.text(patience: .seconds(20)))
    _ = ChildProcess.awaitExit(of: child)
    let hosts = text.split(separator: "\n")
    #expect(hosts.count == 6)
    #expect(Set(hosts).count == 1, "\(text)")
    if let host = hosts.first.flatMap({ Int32($0) }) { ChildProcess.signal(host, .kill) }
  }

  @Test("FC-106: a host without standard streams puts /dev/null there") func closedStreams() throws
  {
    let scratch = try Scratch()
    let path = scratch.file("s")
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let program = try Fixture.path()
    let script = "exec '\(program)' serve --socket \(path) 0<&- 1>&- 2>&-"
    let launch = ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script],
      environment: ["HOME=\(scratch.path)", "JACKFIELD_READY_FD=3"])
    let child = try launch.start(descriptors: [nil, nil, nil, writing.number])
    writing.close()
    _ = ChildProcess.awaitExit(of: child)
    #expect(try reading.text() == "ready\n")
    let client = TestClient(try UnixSocket.connect(to: SocketPath(path)))
    let host = try client.peer.process
    defer { ChildProcess.signal(host, .kill) }
    for number in 0...2 { #expect(linkTarget("/proc/\(host)/fd/\(number)") == "/dev/null") }
  }

  @Test("FC-021: a frame that does not end ends its connection") func slowFrame() throws {
    let host = try HostHarness(["--frame-ms", "100"])
    let client = try host.connect()
    let watcher = try host.connect()
    try watcher.send(#"{"method":"echo"}"#)
    try client.sendBytes(Array("Content-Length: 1000\r\n\r\n{\"".utf8))
    let event = try watcher.event("decodingFailed")
    #expect(event["explanation"]?.string?.contains("has not come to its end") == true)
  }

  @Test func whoComesWithoutADescriptorLeftIsServedLater() throws {
    let scratch = try Scratch()
    let path = try SocketPath(scratch.file("s"))
    let script = "ulimit -n 16; exec '\(try Fixture.path())' serve --socket \(path)"
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let launch = ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script],
      environment: ["HOME=\(scratch.path)", "JACKFIELD_READY_FD=3"])
    let child = try launch.start(descriptors: [nil, nil, nil, writing.number])
    writing.close()
    _ = ChildProcess.awaitExit(of: child)
    #expect(try reading.text() == "ready\n")
    var clients: [TestClient] = []
    for _ in 0..<20 { clients.append(TestClient(try UnixSocket.connect(to: path))) }
    let host = try clients[0].peer.process
    defer { ChildProcess.signal(host, .kill) }
    try clients[0].send(#"{"method":"echo"}"#)
    #expect(try clients[0].next()["method"]?.string == "echo")
    try clients[19].send(#"{"method":"echo"}"#)
    #expect(try clients[19].nextLine(patience: .milliseconds(300)) == nil)
    // It waits without spinning: in 300 ms it has used next to none of the processor.
    #expect(try processorTicks(of: host) < 15)
    for client in clients[..<19] { client.close() }
    #expect(try clients[19].echo() == #"{"method":"echo"}"#)
  }

  private func processorTicks(of process: Int32) throws -> Int {
    let text = try String(
      decoding: File.read("/proc/\(process)/stat", limit: File.procLimit), as: UTF8.self)
    let words = text.split(separator: ")").last?.split(separator: " ") ?? []
    return (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0)
  }
}
