import SystemIO
import Testing

@Suite struct DescriptorTests {
  @Test func aPipeEndsWhenItsWriterGoes() throws {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    try writing.writeAll(Array("hello".utf8))
    writing.close()
    #expect(try reading.readAll(limit: 100) == Array("hello".utf8))
  }

  @Test func partsAreWrittenInOrder() throws {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let text = Array("onetwothree".utf8)
    let transfer = try text.withUnsafeBytes { bytes in
      let parts = [0..<3, 3..<6, 6..<11].map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
      return try parts.withUnsafeBufferPointer { try Descriptor.write(writing.number, $0) }
    }
    #expect(transfer == .bytes(11))
    writing.close()
    #expect(try reading.readAll(limit: 100) == text)
  }

  @Test func anEmptyNonBlockingPipeSaysThatItWouldBlock() throws {
    let pipe = try Pipe()
    try Descriptor.setNonBlocking(pipe.reading.number)
    var buffer: [UInt8] = [0]
    let transfer = try buffer.withUnsafeMutableBytes {
      try Descriptor.read(pipe.reading.number, into: $0)
    }
    #expect(transfer == .wouldBlock)
  }

  @Test func readingAllStopsAtItsLimit() throws {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    try writing.writeAll([1, 2, 3])
    writing.close()
    #expect(throws: SystemError(.fileTooBig, call: "read")) { try reading.readAll(limit: 2) }
  }

  @Test func anErrorNamesItsCallAndItsSubject() throws {
    let error = try #require(throws: SystemError.self) {
      _ = try File.read("/nowhere/at/all", limit: 1)
    }
    #expect(error.code == .notFound)
    #expect("\(error)" == "open '/nowhere/at/all': No such file or directory (ENOENT)")
  }

  @Test func epollTellsWhatIsReadyByItsToken() throws {
    let epoll = try Epoll(capacity: 4)
    let quiet = try Pipe()
    let ready = try Pipe()
    try epoll.add(quiet.reading.number, for: .readable, token: 1)
    try epoll.add(ready.reading.number, for: .readable, token: 2)
    #expect(try epoll.wait(timeout: .nanoseconds(1)) == 0)
    try ready.writing.writeAll([0])
    #expect(try epoll.wait(timeout: nil) == 1)
    #expect(epoll[0].token == 2)
    #expect(epoll[0].readiness == .readable)
  }

  @Test func epollRefusesARegularFile() throws {
    let epoll = try Epoll(capacity: 1)
    let file = try File.open("/etc/passwd")
    let error = #expect(throws: SystemError.self) {
      try epoll.add(file.number, for: .readable, token: 0)
    }
    #expect(error?.code == .notPermitted)
  }

  @Test func aCounterGivesOneUnitATime() throws {
    let counter = try EventCounter(nonBlocking: true, oneByOne: true)
    counter.raise(by: 2)
    #expect([counter.take(), counter.take(), counter.take()] == [1, 1, 0])
  }
}
