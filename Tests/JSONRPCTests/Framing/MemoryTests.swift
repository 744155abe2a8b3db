import JSONRPC
import Testing

@Suite("Buffers")
struct MemoryTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

  private func frame(_ decoder: inout FrameDecoder, after text: String) -> Frame? {
    Array(text.utf8).withUnsafeBytes { decoder.append($0) }
    guard case .frame(let frame) = decoder.next() else { return nil }
    return frame
  }

  @Test("an idle connection costs less than 1 KiB and holds no buffer")
  func idle() {
    #expect(MemoryLayout<FrameDecoder>.size < 1024)
    let pool = FramePool()
    var decoders = (0..<1_000).map { _ in
      FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    }
    for index in decoders.indices {
      #expect(frame(&decoders[index], after: ping + "\n") != nil)
      #expect(decoders[index].next() == nil && decoders[index].unfinishedByteCount == 0)
    }
  }

  @Test("connections share one buffer, one after the other, which the pool keeps")
  func sharing() {
    let pool = FramePool()
    weak var shared: FrameBuffer?
    for round in 0..<3 {
      var decoder = FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
      var frame = frame(&decoder, after: ping + "\n")
      #expect(round == 0 || frame?.slice.buffer === shared)
      shared = frame?.slice.buffer
      frame = nil
      #expect(decoder.next() == nil)
      #expect(shared != nil)
    }
  }

  @Test("the beginning of a message leaves the shared buffer to others", arguments: [1, 60 << 10])
  func beginning(count: Int) throws {
    let pool = FramePool()
    var decoder = FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    weak let shared = frame(&decoder, after: ping + "\n")?.slice.buffer
    #expect(decoder.next() == nil && shared != nil)
    #expect(frame(&decoder, after: "{" + String(repeating: " ", count: count - 1)) == nil)
    #expect(decoder.unfinishedByteCount == count)
    var other = FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    let frame = try #require(frame(&other, after: ping + "\n"))
    #expect(frame.slice.buffer === shared)
  }

  @Test("a frame keeps its bytes, however much comes behind it")
  func framesKeepTheirBytes() throws {
    let pool = FramePool()
    var decoder = FrameDecoder(role: .plugin(.lines), limits: .plugin, pool: pool)
    var other = FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    var frames: [(Frame, String)] = []
    for index in 0..<200 {
      let text = #"{"id":\#(index),"result":""# + String(repeating: "r", count: index * 37) + "\"}"
      let half = text.index(text.startIndex, offsetBy: text.count / 2)
      #expect(frame(&decoder, after: String(text[..<half])) == nil)
      frames.append((try #require(frame(&other, after: ping + "\n")), ping))
      #expect(other.next() == nil)
      frames.append((try #require(frame(&decoder, after: text[half...] + "\n")), text))
      #expect(decoder.next() == nil)
    }
    for (frame, text) in frames {
      #expect(String(decoding: frame.slice.bytes, as: UTF8.self) == text)
    }
  }

  @Test("a buffer is not written to while a frame refers to it")
  func noOverwriting() throws {
    let pool = FramePool()
    var decoder = FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    let kept = try #require(frame(&decoder, after: ping + "\n"))
    #expect(decoder.next() == nil)
    let second = try #require(frame(&decoder, after: "[\(ping)]\n"))
    #expect(second.slice.buffer !== kept.slice.buffer)
    #expect(String(decoding: kept.slice.bytes, as: UTF8.self) == ping)
  }

  @Test("space is offered up to what a turn may read, and what is not filled does not count")
  func space() {
    let pool = FramePool()
    var decoder = FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    decoder.withSpace { space in
      #expect(space.count == 256 << 10)
      return 0
    }
    #expect(decoder.next() == nil && decoder.unfinishedByteCount == 0)
    decoder.withSpace { space in
      space[0] = UInt8(ascii: "{")
      return 1
    }
    #expect(decoder.next() == nil && decoder.unfinishedByteCount == 1 && decoder.isInsideFrame)
    for _ in 0..<100 {
      decoder.withSpace { space in
        #expect(space.count >= 4096 && space.count <= 256 << 10)
        space[0] = UInt8(ascii: " ")
        return 1
      }
      #expect(decoder.next() == nil)
    }
    // What a faulty caller says is cut to what there is.
    decoder.withSpace {
      $0.initializeMemory(as: UInt8.self, repeating: 0x20); return .max
    }
    decoder.withSpace { _ in -5 }
    #expect(decoder.next() == nil)
  }

  @Test(
    "FC-139: 32 MiB in pieces of 4 KiB take linear time, and their memory goes with the message")
  func largeMessage() throws {
    for (framing, start) in [
      (Framing.lines, ""), (.headers, "Content-Length: \(32 << 20)\r\n\r\n"),
    ] {
      let pool = FramePool()
      var decoder = FrameDecoder(role: .plugin(framing), limits: .plugin, pool: pool)
      let head = #"{"id":1,"result":""#
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: (32 << 20) - head.utf8.count - 2)
      let text = Array(start.utf8) + Array(head.utf8) + body + Array("\"}".utf8)
      let clock = ContinuousClock()
      let begin = clock.now
      for piece in text.chunks(of: 4096) {
        #expect(decoder.next() == nil)
        piece.withUnsafeBytes { decoder.append($0) }
      }
      if framing == .lines { Array("\n".utf8).withUnsafeBytes { decoder.append($0) } }
      guard case .frame(let frame) = decoder.next() else {
        Issue.record("no frame")
        return
      }
      #expect(frame.slice.count == 32 << 20)
      #expect(decoder.next() == nil && decoder.unfinishedByteCount == 0)
      // Even an unoptimised build needs about a second; copying for each piece would take minutes.
      #expect(clock.now - begin < .seconds(30))
      // Only the frame is left to hold the memory.
      var buffer = Optional(frame.slice.buffer)
      _ = consume frame
      #expect(isKnownUniquelyReferenced(&buffer))
    }
  }

  @Test("the rest behind a large message does not keep its buffer")
  func restBehindLargeMessage() {
    let pool = FramePool()
    var decoder = FrameDecoder(role: .plugin(.lines), limits: .plugin, pool: pool)
    let large = #"{"id":1,"result":""# + String(repeating: "x", count: 1 << 20) + "\"}\n"
    var frame = self.frame(&decoder, after: large + #"{"id":2,"#)
    #expect(frame != nil && decoder.next() == nil && decoder.unfinishedByteCount == 8)
    var buffer = frame?.slice.buffer
    frame = nil
    #expect(isKnownUniquelyReferenced(&buffer))
  }
}
