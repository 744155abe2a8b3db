import Glibc
import SystemIO
import TestSupport
import Testing

@Suite struct SocketTests {
  @Test("FC-115: a path over 107 bytes is refused with the path, its length and the limit")
  func pathLength() throws {
    let longest = "/" + String(repeating: "d", count: 106)
    #expect(try SocketPath(longest).description == longest)
    let error = try #require(throws: SocketPath.Unusable.self) { try SocketPath(longest + "é") }
    #expect(error.description.contains("'\(longest)é' is 109 bytes long"))
    #expect(error.description.contains("at most 107"))
  }

  @Test(arguments: ["", "a\0b"]) func aPathThatNamesNothingIsRefused(path: String) {
    #expect(throws: SocketPath.Unusable.self) { try SocketPath(path) }
  }

  @Test("FC-127: a socket is its user's alone, whatever the umask is") func mode() throws {
    let path = try SocketPath(Scratch().file("s"))
    let before = umask(0)
    defer { umask(before) }
    let listener = try UnixSocket.listen(at: path)
    let status = try FileStatus(of: path.description)
    #expect(status.kind == .socket)
    #expect(status.mode == 0o600)
    #expect(UnixSocket.isListener(listener.number))
  }

  @Test func aConnectionTellsWhoIsAtItsOtherEnd() throws {
    let path = try SocketPath(Scratch().file("s"))
    let listener = try UnixSocket.listen(at: path)
    let nobody = try UnixSocket.accept(from: listener.number) == nil
    #expect(nobody)
    let client = try UnixSocket.connect(to: path)
    guard let server = try UnixSocket.accept(from: listener.number) else {
      Issue.record("nobody connected")
      return
    }
    let me = PeerCredentials(process: CurrentProcess.id, user: CurrentProcess.user)
    #expect(try UnixSocket.peerCredentials(of: client.number) == me)
    #expect(try UnixSocket.peerCredentials(of: server.number) == me)
  }

  @Test("FC-118: only a refusal or a missing file means that nobody listens")
  func staleness() throws {
    let scratch = try Scratch()
    let path = try SocketPath(scratch.file("s"))
    #expect(try UnixSocket.isListening(at: path) == nil)
    do {
      let listener = try UnixSocket.listen(at: path)
      #expect(try UnixSocket.isListening(at: path)?.process == CurrentProcess.id)
      listener.close()
    }
    #expect(try UnixSocket.isListening(at: path) == nil, "a stale socket")
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.isListening(at: SocketPath(path.description + "/below"))
    }
    #expect(error?.code == .notADirectory)
  }

  @Test func aMessageBringsItsDescriptors() throws {
    let pair = try SocketPair(messages: true)
    let near = MessageSocket(pair.first)
    let far = MessageSocket(pair.second)
    let pipe = try Pipe()
    #expect(try near.send([1, 2], passing: [pipe.writing.number], wait: true))
    #expect(try near.send([3], wait: true))
    let written = try receive(from: far) { bytes, descriptors in
      #expect(bytes == [1, 2])
      return write(descriptors[0], bytes, bytes.count)
    }
    #expect(written == 2)
    #expect(try receive(from: far) { bytes, _ in bytes } == [3])
  }

  private func receive<Result>(
    from socket: borrowing MessageSocket, _ body: ([UInt8], [Int32]) throws -> Result
  ) throws -> Result? {
    switch try socket.receive() {
    case .message(let bytes, let descriptors): try body(bytes, descriptors.numbers)
    case .wouldBlock: nil
    case .end: nil
    }
  }

  @Test func aMessageSocketEndsWithItsPeer() throws {
    let pair = try SocketPair(messages: true)
    let far = MessageSocket(pair.second)
    pair.first.close()
    #expect(try receive(from: far) { _, _ in true } == nil)
    do {
      _ = try far.send([1], wait: true)
      Issue.record("a message to nobody was sent")
    } catch {
      #expect(error.code == .brokenPipe)
    }
  }
}
