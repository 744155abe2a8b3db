import JSONRPC
import Testing

@Suite("Encoding frames")
struct FrameEncoderTests {
  private func encode(_ text: String, _ framing: Framing) -> String {
    var bytes: [UInt8] = []
    Array(text.utf8).withUnsafeBytes { FrameEncoder.append($0, framing, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("FC-001: a header is the length in bytes and nothing else")
  func headers() {
    #expect(encode("{\"a\":\"测试\"}", .headers) == "Content-Length: 14\r\n\r\n{\"a\":\"测试\"}")
    #expect(encode("", .headers) == "Content-Length: 0\r\n\r\n")
    #expect(encode("[\r\n]", .headers) == "Content-Length: 4\r\n\r\n[\r\n]")
  }

  @Test("a line has one line feed, at its end")
  func lines() {
    #expect(encode("{}", .lines) == "{}\n")
    #expect(encode("{\n \"a\":\r\n1}", .lines) == "{  \"a\":  1}\n")
  }

  @Test("what is encoded is decoded again", arguments: [Framing.lines, .headers])
  func roundTrip(framing: Framing) {
    var random = RandomText(generator: SeededGenerator(seed: 5))
    var run = DecoderRun(.frontEnd)
    var count = 0
    for _ in 0..<500 {
      let text = random.valid()
      guard text.first(where: { $0 > 0x20 }).map({ $0 == 0x7B || $0 == 0x5B }) == true else {
        continue
      }
      var bytes: [UInt8] = []
      text.withUnsafeBytes { FrameEncoder.append($0, framing, to: &bytes) }
      run.feed(bytes[...])
      count += 1
      #expect(run.events.count == count)
      #expect(run.events.last?.content?.failure == scan(text).failure)
    }
  }
}
