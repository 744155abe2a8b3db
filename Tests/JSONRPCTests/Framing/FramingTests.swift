import JSONRPC
import Testing

@Suite("Framing")
struct FramingTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":"a/1","result":{}}"#
  private let note = #"{"jsonrpc":"2.0","method":"note","params":["测试 🎉 é"]}"#

  private static let roles: [FrameDecoder.Role] = [.frontEnd, .plugin(.lines), .plugin(.headers)]

  @Test(
    "a front end's framing is that of its first byte", arguments: ["", " \r\n\t\n"])
  func detection(prefix: String) {
    check(prefix + ping + "\n", .frontEnd, [.frame(ping)])
    check(prefix + withHeaders(ping), .frontEnd, [.frame(ping)])
    check(
      prefix + "[\(ping)]\n", .frontEnd, [.frame("[\(ping)]")])
  }

  @Test("a stream that begins with anything else can't be framed")
  func undetectable() {
    for start in ["5", "\"x\"", "\u{0}", "ü", "<html>", "-", "\u{FEFF}{}", "\u{EF}x"] {
      let explanations = check(start + ping + "\n", .frontEnd, [.unframeable], isRepeatable: false)
      #expect(
        explanations.first?.hasPrefix("Expected JSON or a Content-Length header, found `") == true)
    }
    #expect(decode([0xFF, 0xFE, 0x7B, 0x00], .frontEnd).events == [.unframeable])
    #expect(decode([0xEF, 0xBB], .frontEnd).events == [.unframeable])
  }

  @Test("FC-016: the framing is locked by the first byte, and header limits hold for headers only")
  func locking() {
    var run = DecoderRun(.frontEnd)
    #expect(run.decoder.framing == nil)
    run.feed("  \n")
    #expect(run.decoder.framing == nil && !run.decoder.isInsideFrame)
    let long = #"{"method":"m","params":["\#(String(repeating: "x", count: 128 << 10))"]}"#
    for piece in Array(long.utf8).chunks(of: 4096) {
      run.feed(piece)
      #expect(run.decoder.framing == .lines && run.decoder.isInsideFrame && run.events.isEmpty)
    }
    run.feed("\n")
    #expect(run.events.map(\.frameText) == [long])
    run.feed(withHeaders(ping))
    #expect(run.events.last == .unframeable)
  }

  @Test(
    "FC-004: a header in the place of a body never becomes JSON, nor JSON a header",
    arguments: roles)
  func interleavedWriters(role: FrameDecoder.Role) {
    guard role != .plugin(.lines) else { return }
    let stream = "Content-Length: 40\r\n\r\nContent-Length: 40\r\n\r\n\(ping)\(pong)"
    let run = decode(Array(stream.utf8), role)
    guard run.events.count == 2 else {
      Issue.record("\(run.events)")
      return
    }
    #expect(run.events[0].content?.failure == ScanFailure(reason: .unexpectedByte(0x43), offset: 0))
    #expect(run.events[1] == .unframeable)
    #expect(run.explanations[0].contains("declared length 40 bytes"))
  }

  @Test("FC-001: a length in characters instead of bytes is told, and blamed on the message before")
  func lengthInCharacters() {
    let text = #"{"jsonrpc":"2.0","id":1,"result":"测试"}"#
    #expect(text.unicodeScalars.count == 38 && text.utf8.count == 42)
    for role in [FrameDecoder.Role.frontEnd, .plugin(.headers)] {
      let stream = "Content-Length: 38\r\n\r\n\(text)\(withHeaders(pong))"
      let run = decode(Array(stream.utf8), role)
      #expect(run.events.first?.content?.failure == ScanFailure(reason: .unexpectedEnd, offset: 38))
      #expect(run.events.dropFirst() == [.unframeable])
      #expect(
        run.explanations == [
          "Expected a Content-Length header, found "
            + "`??\"}Content-Length: 40????{\"json..` (hexadecimal af 95 22 7d 43 6f 6e 74 65 6e 74 2d 4c "
            + "65 6e 67 74 68 3a 20 34 30 0d 0a 0d 0a 7b 22 6a 73 6f 6e). The message before it probably "
            + "has a wrong Content-Length: id 1, declared length 38 bytes."
        ])
    }
  }

  @Test(
    "FC-003: white space that was not counted is harmless, anything else is blamed on the message before"
  )
  func uncountedBytes() {
    check(withHeaders(ping) + "\r\n", .frontEnd, [.frame(ping)])
    check(withHeaders(ping) + "\r\n\n  ", .plugin(.headers), [.frame(ping)])
    let short = "Content-Length: 38\r\n\r\n\(ping)" + withHeaders(pong)
    for role in [FrameDecoder.Role.frontEnd, .plugin(.headers)] {
      let run = decode(Array(short.utf8), role)
      #expect(run.events.count == 2 && run.events.last == .unframeable)
      #expect(run.explanations.first?.contains("id 1, declared length 38 bytes") == true)
    }
    let long = "Content-Length: 42\r\n\r\n\(ping)" + withHeaders(pong)
    for role in [FrameDecoder.Role.frontEnd, .plugin(.headers)] {
      let run = decode(Array(long.utf8), role)
      #expect(run.events.count == 2 && run.events.last == .unframeable)
      #expect(
        run.explanations.first?.contains("id 1, declared length 42 bytes") == true,
        "\(run.explanations)")
    }
  }

  @Test("FC-006: a body is never searched for headers")
  func headersInBodies() {
    let text = #"{"id":1,"result":"content\r\nContent-Length: 5\r\n\r\n"}"#
    check(withHeaders(text), .plugin(.headers), [.frame(text)])
    check(withHeaders(text), .frontEnd, [.frame(text)])
  }

  @Test("FC-007: other headers are ignored, in any order, names in any case")
  func otherHeaders() {
    let type = "Content-Type: application/vim-jsonrpc; charset=utf-8\r\n"
    for headers in [
      "Content-Length: 40\r\n\(type)", "\(type)Content-Length: 40\r\n", "content-length:40\r\n",
      "CONTENT-LENGTH: \t 40 \t\r\n", "Content-Length: 0040\r\nX-Other: :\r\n",
      "Content-Length: 40\r\nContent-Length: 40\r\n",
      "Content-Type: text/plain; charset=utf8\r\nContent-Length: 40\r\n",
    ] {
      check("\(headers)\r\n\(ping)", .frontEnd, [.frame(ping)])
      check("\(headers)\r\n\(ping)", .plugin(.headers), [.frame(ping)])
    }
    check("X: y\r\nContent-Length: 40\r\n\r\n\(ping)", .frontEnd, [.frame(ping)])
  }

  @Test("FC-009: lines of headers may end with LF alone; any other end is told at once")
  func headerLineEnds() {
    check("Content-Length: 40\n\n\(ping)", .frontEnd, [.frame(ping)])
    check("Content-Length: 40\nX: y\r\n\n\(ping)", .plugin(.headers), [.frame(ping)])
    for role in [FrameDecoder.Role.frontEnd, .plugin(.headers)] {
      let doubled = check(
        "Content-Length: 40\r\r\n\r\r\n\(ping)", role, [.unframeable], isRepeatable: false)
      #expect(doubled.first?.contains("CR CR LF") == true)
      let alone = check("Content-Length: 40\rX", role, [.unframeable], isRepeatable: false)
      #expect(alone.first?.contains("CR alone") == true)
    }
  }

  @Test("FC-010: only byte 0x0A ends a line")
  func lineSeparators() {
    let text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"a\u{2028}b\u{2029}c\u{85}d\"}"
    check(text + "\n", .plugin(.lines), [.frame(text)])
    check(text + "\r\n", .frontEnd, [.frame(text)])
    for separator in ["\u{B}", "\u{C}", "\u{1C}"] {
      let events = decode(Array("\(ping)\(separator)\n\(pong)\n".utf8), .frontEnd).events
      #expect(events.count == 2 && events[0].content?.failure != nil && events[1] == .frame(pong))
    }
  }

  @Test("carriage returns between tokens belong to the message, the last one to the line end")
  func carriageReturns() {
    let text = "{\"method\":\r\"m\"}"
    let events = check(text + " \r\r\n", .frontEnd, [.frame(text)])
    #expect(events.isEmpty)
  }

  @Test("FC-012: glued and split messages arrive in order", arguments: roles)
  func gluedAndSplit(role: FrameDecoder.Role) {
    for hasHeaders in role == .frontEnd ? [false, true] : [role == .plugin(.headers)] {
      let messages = (0..<10).map { index in [ping, pong, note][index % 3] }
      let stream = messages.map { hasHeaders ? withHeaders($0) : $0 + "\n" }.joined()
      check(stream, role, messages.map { .frame($0) })
    }
  }

  @Test("FC-013: what came whole before the end is delivered")
  func messageBeforeEnd() {
    check(withHeaders(pong), .plugin(.headers), [.frame(pong)])
    check(pong + "\n", .plugin(.lines), [.frame(pong)])
    // A last line without a line feed is whole, too.
    check(pong, .plugin(.lines), [.frame(pong)], isRepeatable: false)
    check(ping, .frontEnd, [.frame(ping)], isRepeatable: false)
  }

  @Test("FC-015: the wrong framing is told at once")
  func wrongFraming() {
    let got = check(ping + "\n", .plugin(.headers), [.unframeable], isRepeatable: false)
    #expect(
      got.first?.hasPrefix("Wrong framing: got JSON without a header, expected Content-Length")
        == true)
    check("[{\"id\"", .plugin(.headers), [.unframeable], isRepeatable: false)
    for stream in [withHeaders(ping), "content-length:", "CONTENT-LENGTH: 5"] {
      let got = check(stream, .plugin(.lines), [.unframeable], isRepeatable: false)
      #expect(
        got.first == "Wrong framing: got a Content-Length header, expected one JSON text per line.")
    }
    var run = DecoderRun(.plugin(.headers))
    run.feed("{\"")
    #expect(run.events == [.unframeable])
  }

  @Test("FC-018: the end of a stream inside of a message is told with what came of it")
  func truncation() {
    let cases: [(String, FrameDecoder.Role, String, id: String)] = [
      (
        "Content-Length: 100\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"res", .plugin(.headers),
        "Closed inside a message (28 of 100 bytes).", "1"
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"res", .plugin(.lines),
        "Closed inside a message (28 bytes, without a line feed).", "1"
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"method\":\"n", .plugin(.lines),
        "Closed inside a message (28 bytes, without a line feed).", ""
      ),
      (
        "{\"jsonrpc\":\"2.0\",\"id\":1", .frontEnd,
        "Closed inside a message (23 bytes, without a line feed).", ""
      ),
      ("Content-Le", .frontEnd, "Closed inside a header (after `Content-Le`).", ""),
      ("Content-Le", .plugin(.headers), "Closed inside a header (after `Content-Le`).", ""),
      ("Conten", .plugin(.headers), "Closed before a message (after `Conten`).", ""),
      ("Content-Le", .plugin(.lines), "Closed before a message (after `Content-Le`).", ""),
      (
        "Content-Length: 5\r", .frontEnd,
        "Closed inside a header (after `Content-Length: 5?` (hexadecimal 43 6f 6e 74 65 6e 74 2d 4c "
          + "65 6e 67 74 68 3a 20 35 0d)).", ""
      ),
    ]
    for (stream, role, explanation, id) in cases {
      let explanations = check(stream, role, [.fault(.truncated, id: id)], isRepeatable: false)
      #expect(explanations == [explanation])
    }
    for role in Self.roles { check("", role, []) }
  }

  @Test(
    "FC-019: the end of a message is where framing says it is",
    arguments: [1023, 1024, 1025, 4096, 65_536])
  func sizes(count: Int) {
    let text = #"{"id":1,"result":""# + String(repeating: "x", count: count - 20) + "\"}"
    #expect(text.utf8.count == count)
    for (stream, role) in [
      (withHeaders(text), FrameDecoder.Role.plugin(.headers)), (text + "\n", .plugin(.lines)),
      (withHeaders(text), .frontEnd), (text + "\n", .frontEnd),
    ] {
      var run = DecoderRun(role)
      run.feed(stream)
      #expect(run.events == [.frame(text)])
      #expect(!run.decoder.isInsideFrame && run.decoder.unfinishedByteCount == 0)
    }
  }

  @Test("FC-021: whether a peer owes the rest of a message is known after each byte")
  func insideFrame() {
    for (stream, role) in [
      (withHeaders(ping), FrameDecoder.Role.plugin(.headers)), (ping + "\n", .plugin(.lines)),
      (withHeaders(ping), .frontEnd), (ping + "\n", .frontEnd),
    ] {
      var run = DecoderRun(role)
      #expect(!run.decoder.isInsideFrame)
      for byte in Array(stream.utf8).dropLast() {
        run.feed([byte])
        #expect(run.decoder.isInsideFrame)
      }
      run.feed(Array(stream.utf8).suffix(1))
      #expect(!run.decoder.isInsideFrame && run.events == [.frame(ping)])
      run.feed("\n  ")
      #expect(!run.decoder.isInsideFrame && run.decoder.unfinishedByteCount == 0)
    }
  }

  @Test("FC-024: what is not JSON is a malformed frame, and the stream goes on")
  func malformed() {
    let events = decode(Array("\(ping)\nnot-json\n{\"id\":5,]\n\(pong)\n".utf8), .frontEnd).events
    #expect(events.map(\.frameText) == [ping, "not-json", "{\"id\":5,]", pong])
    #expect(events[1].content?.malformedID == .absent)
    #expect(events[2].content?.malformedID == Span(offset: 6, count: 1))
    let empty = decode(Array(("Content-Length: 0\r\n\r\n" + withHeaders(ping)).utf8), .frontEnd)
      .events
    #expect(empty.count == 2 && empty[1] == .frame(ping))
    #expect(empty[0].content?.failure == ScanFailure(reason: .unexpectedEnd, offset: 0))
  }

  @Test("a header that is none, or that is missing, is told with what was found")
  func badHeaders() {
    let cases = [
      ("Content-Type: x\r\n\r\n", "A header block ended without Content-Length."),
      (
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "Found two Content-Length headers that differ."
      ),
      ("Content-Length: 5\r\nrubbish\r\n", "Expected a header line, found `rubbish`."),
      ("Content-Length: 5\r\n folded: x\r\n", "Expected a header line, found ` folded: x`."),
      ("Content-Length: 5\r\n: x\r\n", "Expected a header line, found `: x`."),
      ("Content-Length : 5\r\n", "Expected a header line, found `Content-Length : 5`."),
    ]
    for (stream, explanation) in cases {
      for role in [FrameDecoder.Role.frontEnd, .plugin(.headers)] {
        #expect(check(stream, role, [.unframeable], isRepeatable: false) == [explanation])
      }
    }
    #expect(
      check("GET / HTTP/1.1\r\n", .frontEnd, [.unframeable], isRepeatable: false)
        == ["Expected a header line, found `GET / HTTP/1.1`."])
  }

  @Test("behind a fault that ends the stream nothing is told or stored any more")
  func afterTheEnd() {
    var run = DecoderRun(.frontEnd)
    run.feed("?")
    #expect(run.events == [.unframeable])
    run.feed(ping + "\n")
    run.finish()
    #expect(run.events == [.unframeable] && run.decoder.unfinishedByteCount == 0)
    #expect(!run.decoder.isInsideFrame)
  }
}

extension Array {
  /// The elements in runs of at most `count`.
  func chunks(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
