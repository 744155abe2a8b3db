import Testing

@testable import SystemIO

@Suite struct SendingTests {
  @Test("FC-094: a socket that nobody reads any more fails the call, not the process")
  func socketNobody() throws {
    let pair = try SocketPair()
    let first = pair.first
    pair.second.close()
    let bytes: [UInt8] = [1]
    do {
      _ = try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
        try first.send(UnsafeRawBufferPointer(bytes))
      }
      Issue.record("it was sent")
    } catch {
      #expect(error.code == .brokenPipe)
    }
  }
}
