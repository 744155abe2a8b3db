import Glibc
import JSON
import SystemIO
import TestSupport
import Testing

/// A host of the test's own, in a folder of the test's own, around the stand-in for the core.
final class HostHarness {
  let scratch: Scratch
  let socket: SocketPath
  /// The host's process.
  private(set) var process: Int32 = 0
  private var probe: Descriptor?

  private let options: [String]

  /// Starts a host with further `options`.
  init(_ options: [String] = []) throws {
    scratch = try Scratch()
    socket = try SocketPath(scratch.file("run/host.sock"))
    self.options = options
    try start()
  }

  /// The environment of a host that keeps everything in the test's folder.
  var environment: [String] {
    [
      "PATH=/usr/bin:/bin", "HOME=\(scratch.path)", "XDG_RUNTIME_DIR=\(scratch.file("xdg"))",
      "SECRET_TOKEN=x",
    ]
  }

  func launch(_ arguments: [String], environment more: [String] = []) throws -> ProcessLaunch {
    ProcessLaunch(
      path: try Fixture.path(), arguments: ["jackfield", "serve"] + arguments,
      environment: environment + more, directory: "/")
  }

  /// Starts the host as a command would, and waits until it listens.
  func start() throws {
    let notice = try startup()
    try #require(notice == "ready\n", "\(notice)")
    try adopt()
  }

  /// Makes the host that listens this harness' own.
  func adopt() throws {
    let first = try UnixSocket.connect(to: socket)
    process = try UnixSocket.peerCredentials(of: first.number).process
    // Its end would be told to the test's own connections.
    probe = consume first
  }

  /// What a host says that is started now.
  func startup() throws -> String {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let launch = try launch(
      ["--socket", socket.description] + options, environment: ["JACKFIELD_READY_FD=3"])
    let child = try launch.start(descriptors: [nil, nil, nil, writing.number])
    writing.close()
    _ = ChildProcess.awaitExit(of: child)
    return try reading.text() ?? "nothing"
  }

  func connect() throws -> TestClient {
    TestClient(try UnixSocket.connect(to: socket), host: self)
  }

  /// Connects to a host whose socket may be gone for a moment.
  func reconnect() throws -> TestClient {
    let deadline = ContinuousClock.now + .seconds(10)
    while try UnixSocket.isListening(at: socket) == nil, ContinuousClock.now < deadline {
      Clock.pause(milliseconds: 1)
    }
    return try connect()
  }

  /// Sends the host's process a signal by its number.
  func signal(_ number: Int32) {
    guard process > 1 else { return }
    kill(process, number)
  }

  /// Waits until the host is gone.
  func awaitEnd() throws {
    let end = try ProcessDescriptor(of: process)
    let epoll = try Epoll(capacity: 1)
    try epoll.add(end.number, for: .readable, token: 0)
    #expect(try epoll.wait(timeout: .seconds(10)) == 1)
  }

  deinit {
    if process > 1 { ChildProcess.signal(process, .kill) }
  }
}

/// A front end that speaks lines.
final class TestClient {
  private var reading: Descriptor?
  private var writing: Descriptor?
  private let epoll: Epoll?
  private var buffer: [UInt8] = []
  /// What ends with the last that uses it.
  private let host: HostHarness?

  init(_ socket: consuming Descriptor, host: HostHarness? = nil) {
    reading = consume socket
    self.host = host
    epoll = Self.makeEpoll(reading?.number ?? -1)
  }

  init(reading: consuming Descriptor, writing: consuming Descriptor) {
    self.reading = consume reading
    self.writing = consume writing
    host = nil
    epoll = Self.makeEpoll(self.reading?.number ?? -1)
  }

  private static func makeEpoll(_ number: Int32) -> Epoll? {
    do {
      let epoll = try Epoll(capacity: 1)
      try epoll.add(number, for: .readable, token: 0)
      return epoll
    } catch {
      return nil
    }
  }

  var number: Int32 { reading?.number ?? -1 }
  private var writingNumber: Int32 { writing?.number ?? number }

  var peer: PeerCredentials {
    get throws { try UnixSocket.peerCredentials(of: number) }
  }

  /// Sends a line.
  func send(_ line: String) throws {
    try sendBytes(Array((line + "\n").utf8))
  }

  func sendBytes(_ bytes: [UInt8]) throws {
    let copy = try Descriptor.duplicate(of: writingNumber)
    try copy.writeAll(bytes)
  }

  /// The next line that is not an event.
  func echo() throws -> String? {
    while let line = try nextLine() {
      if !line.contains(#""event""#) { return line }
    }
    return nil
  }

  /// Sends bytes on a socket that does not block, where there is room for all of them within a
  /// moment.
  func offer(_ bytes: [UInt8]) throws -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(writingNumber, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      guard rest.isEmpty || waitUntilWritable() else { return false }
    }
    return true
  }

  private func waitUntilWritable() -> Bool {
    var entry = pollfd(fd: writingNumber, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 200) == 1
  }

  /// Says that nothing more will be sent.
  func endInput() {
    if writing != nil { writing = nil } else { UnixSocket.endOutput(of: number) }
  }

  func close() {
    reading = nil
    writing = nil
  }

  /// The next line; nil at the end, or when none comes in time.
  func nextLine(patience: Duration = .seconds(10)) throws -> String? {
    let deadline = ContinuousClock.now + patience
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      guard ContinuousClock.now < deadline, try fill(within: deadline - .now) else { return nil }
    }
  }

  /// Reads what has come; false at the end.
  private func fill(within patience: Duration) throws -> Bool {
    guard try epoll?.wait(timeout: patience) == 1 else { return true }
    var chunk = [UInt8](repeating: 0, count: 256 * 1024)
    let transfer = try chunk.withUnsafeMutableBytes { try Descriptor.read(number, into: $0) }
    guard case .bytes(let count) = transfer else { return false }
    buffer.append(contentsOf: chunk[..<count])
    return true
  }

  /// The next line, as JSON.
  func next(patience: Duration = .seconds(10)) throws -> JSONValue {
    let line = try nextLine(patience: patience)
    return try JSONValue.parse(try #require(line, "no line came"))
  }

  /// The next line that tells of `event`; others before it are skipped.
  func event(_ name: String, patience: Duration = .seconds(10)) throws -> JSONValue {
    while true {
      let value = try next(patience: patience)
      if value["event"]?.string == name { return value }
    }
  }

  /// The names of the events until `last`, repetitions left out.
  func events(until last: String) throws -> [String] {
    var names: [String] = []
    repeat {
      let name = try next()["event"]?.string ?? "none"
      if names.last != name { names.append(name) }
    } while names.last != last
    return names
  }

  /// Tells the stand-in to start a shell script as a plugin.
  func spawn(_ run: Int, _ script: String, transport: String = "stdio") throws {
    try spawn(run, command: ["sh", "-c", script], transport: transport)
  }

  func spawn(_ run: Int, command: [String], transport: String = "stdio") throws {
    let words = command.map { JSONText.string($0) }.joined(separator: ",")
    try send(
      #"{"method":"puppet/spawn","params":{"run":\#(run),"command":[\#(words)],"#
        + #""transport":"\#(transport)","directory":"/"}}"#)
  }

  /// Tells the stand-in to send a JSON value to a plugin.
  func forward(_ run: Int, _ json: String) throws {
    try send(#"{"method":"puppet/send","params":{"run":\#(run),"json":\#(json)}}"#)
  }
}

/// JSON texts for tests.
enum JSONText {
  static func string(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
