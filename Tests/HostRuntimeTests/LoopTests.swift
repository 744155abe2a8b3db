import JSON
import SystemIO
import Testing

@Suite struct LoopTests {
  @Test("FC-012: messages that are glued together or cut anywhere come back in order")
  func chunks() throws {
    let host = try HostHarness()
    let client = try host.connect()
    let messages = (0..<10).map { #"{"method":"echo","params":["é\#($0)"]}"# }
    try client.sendBytes(Array(messages.joined(separator: "\n").utf8) + [10])
    for message in messages { #expect(try client.nextLine() == message) }
    for byte in Array(messages[0].utf8) + [10] { try client.sendBytes([byte]) }
    #expect(try client.nextLine() == messages[0])
  }

  @Test func headersAreAnsweredWithHeadersAndNothingElse() throws {
    let client = try HostHarness().connect()
    try client.send("Content-Length: 18\r\n\r\n{\"method\":\"echo\"\n}")
    #expect(try client.nextLine() == "Content-Length: 18\r")
    #expect(try client.nextLine() == "\r")
    // Line breaks are kept where a length says where the message ends; a second message ends the
    // line.
    #expect(try client.nextLine() == #"{"method":"echo""#)
  }

  @Test func lineBreaksBecomeBlanksInLines() throws {
    let client = try HostHarness().connect()
    let other = "{\"method\":\"echo\",\r\"a\":\t1}"
    try client.send(other)
    #expect(try client.nextLine() == other.replacing("\r", with: " "))
  }

  @Test("FC-154: the end of input is not the end of the connection") func halfClosed() throws {
    let client = try HostHarness().connect()
    try client.send(#"{"method":"echo"}"#)
    client.endInput()
    #expect(try client.nextLine() == #"{"method":"echo"}"#)
    #expect(try client.next()["event"]?.string == "endOfInput")
    #expect(try client.nextLine(patience: .milliseconds(50)) == nil)
  }

  @Test func aConnectionThatIsGoneIsToldOnce() throws {
    let host = try HostHarness()
    let watcher = try host.connect()
    let client = try host.connect()
    try watcher.send(#"{"method":"echo"}"#)
    try client.send(#"{"method":"echo"}"#)
    _ = try watcher.next()
    _ = try client.next()
    client.close()
    #expect(try watcher.next()["event"]?.string == "endOfInput")
    #expect(try watcher.next()["event"]?.string == "closed")
    try watcher.send(#"{"method":"echo"}"#)
    #expect(try watcher.next()["method"]?.string == "echo")
  }

  @Test("FC-151: what is queued is read before the connection closes, 100 times")
  func flushedBeforeClose() throws {
    let host = try HostHarness()
    for _ in 0..<100 {
      let client = try host.connect()
      try client.sendBytes(
        Array(String(repeating: "{\"method\":\"echo\"}\n", count: 10).utf8)
          + Array("{\"method\":\"puppet/close\"}\n".utf8))
      for _ in 0..<10 { #expect(try client.nextLine() == #"{"method":"echo"}"#) }
      while let line = try client.nextLine() { #expect(line.contains("event")) }
    }
  }

  @Test("FC-111: large messages pass each other") func crossing() throws {
    let client = try HostHarness().connect()
    try client.send(#"{"method":"puppet/flood","params":{"size":1000000,"count":1}}"#)
    let text = String(repeating: "y", count: 1_000_000)
    // The answer does not fit into the socket: the host must read on all the same.
    try client.send(#"{"method":"echo","params":["\#(text)"]}"#)
    #expect(try client.nextLine()?.utf8.count == 1_000_002)
    #expect(try client.nextLine()?.contains(text) == true)
  }

  @Test("FC-138: a peer that reads slowly gets all of it, and others do not wait")
  func slowReader() throws {
    let host = try HostHarness()
    let slow = try host.connect()
    let quick = try host.connect()
    try slow.send(#"{"method":"puppet/flood","params":{"size":1000,"count":5000}}"#)
    try slow.send(#"{"method":"echo","params":"last"}"#)
    try quick.send(#"{"method":"echo"}"#)
    #expect(try quick.nextLine() == #"{"method":"echo"}"#)
    for _ in 0..<5000 { #expect(try slow.nextLine()?.utf8.count == 1002) }
    #expect(try slow.next()["params"]?.string == "last")
  }

  @Test func aFrontEndThatReadsNothingIsNotReadEither() throws {
    let host = try HostHarness()
    let client = try host.connect()
    try client.send(#"{"method":"puppet/flood","params":{"size":100000,"count":20}}"#)
    // More than the sockets hold: the host would have to read it for this to come to an end.
    let line = Array(#"{"method":"echo","params":"\#(String(repeating: "z", count: 1000))"}"#.utf8)
    try Descriptor.setNonBlocking(client.number)
    var sent = 0
    while sent < 4000, try client.offer(line + [10]) { sent += 1 }
    #expect(sent < 4000)
    // Once it reads, it is read.
    for _ in 0..<20 { #expect(try client.nextLine()?.utf8.count == 100_002) }
    for _ in 0..<sent { #expect(try client.nextLine()?.utf8.count == line.count) }
  }

  @Test func aFrontEndThatIsFarBehindIsGivenUp() throws {
    let host = try HostHarness()
    let client = try host.connect()
    let watcher = try host.connect()
    try watcher.send(#"{"method":"echo"}"#)
    _ = try watcher.next()
    try client.send(#"{"method":"puppet/flood","params":{"size":10000000,"count":8}}"#)
    #expect(try watcher.event("closed")["connection"]?.integer == 2)
  }

  @Test func ofUnfinishedMessagesThatAreTooLargeTogetherTheLargestIsSkipped() throws {
    let host = try HostHarness(["--unfinished", "1000000"])
    let small = try host.connect()
    let large = try host.connect()
    let start = #"{"method":"echo","params":""#
    try small.sendBytes(Array((start + String(repeating: "s", count: 400_000)).utf8))
    try large.sendBytes(Array((start + String(repeating: "l", count: 900_000)).utf8))
    // Its end is skipped, and its connection goes on; the other's message comes through.
    try large.send("\"}\n" + #"{"method":"echo","params":"next"}"#)
    let event = try large.event("decodingFailed")
    #expect(event["explanation"]?.string?.contains("1000000") == true)
    #expect(try large.echo() == #"{"method":"echo","params":"next"}"#)
    try small.send("\"}")
    #expect(try small.echo()?.utf8.count == start.utf8.count + 400_002)
  }

  @Test func deadlinesComeInTime() throws {
    let client = try HostHarness().connect()
    let start = ContinuousClock.now
    try client.send(#"{"method":"puppet/deadline","params":{"after":50}}"#)
    _ = try client.event("deadline")
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }

  @Test("FC-085: a host that was stopped gives the time back") func stalled() throws {
    let host = try HostHarness()
    let client = try host.connect()
    try client.send(#"{"method":"puppet/deadline","params":{"after":1000}}"#)
    try client.send(#"{"method":"echo"}"#)
    _ = try client.next()
    // The host is stopped with the deadline pending, for longer than that; what comes meanwhile is
    // handled first, and the deadline still has its time.
    let start = ContinuousClock.now
    host.signal(19)
    try client.send(#"{"method":"echo","params":"late"}"#)
    Clock.pause(milliseconds: 1500)
    host.signal(18)
    #expect(try client.next()["params"]?.string == "late")
    _ = try client.event("deadline")
    #expect(ContinuousClock.now - start > .milliseconds(2000))
  }

  @Test func theHostLeavesWithTheCoresCode() throws {
    let host = try HostHarness()
    let client = try host.connect()
    try client.send(#"{"method":"puppet/stop"}"#)
    try host.awaitEnd()
    #expect(throws: SystemError.self) { try FileStatus(of: host.socket.description) }
  }
}
