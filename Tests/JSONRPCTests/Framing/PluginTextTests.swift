import JSONRPC
import Testing

@Suite("Text of plugins")
struct PluginTextTests {
  private let pong = #"{"jsonrpc":"2.0","id":"a/1","result":{}}"#

  @Test("lines that are no messages are text, without their line ends")
  func textLines() {
    let lines = [
      "Starting ..", "[INFO] ready", "{'id': 1, 'result': 2}", "5", "\"quoted\"", "null", "[]",
      "[1,2]",
      "[{\"level\":\"info\"}]", #"{"level":"info","id":"x"}"#, #"{"foo":"bar"}"#, #"{"result":1}"#,
      #"{"id":[1],"result":1}"#, "{\"method\"", "  indented", "\u{1B}[31mred\u{1B}[0m", "C",
      "Content-Type: x",
      "contents", "{", "[", "}", "naïve 测试", "\u{0}\u{1}",
    ]
    let events = lines.map { Event.text(String($0.drop { $0 == " " })) }
    check(lines.map { $0 + "\n" }.joined(), .plugin(.lines), events)
    check(lines.map { $0 + "\r\n" }.joined(), .plugin(.lines), events)
    check(
      lines.joined(separator: "\n" + pong + "\n") + "\n" + pong + "\n", .plugin(.lines),
      events.flatMap { [$0, .frame(pong)] })
  }

  @Test("an object with a method, or with an id and an answer, is a message, good or bad")
  func messages() {
    let lines = [
      pong, #"{"id":1,"method":5}"#, #"{"id":[1],"method":"x"}"#, #"{"method":"x","params":"no"}"#,
      #"{"jsonrpc":"1.0","id":1,"result":2}"#, #"{"jsonrpc":"1.0","method":"x"}"#,
      #"{"id":1,"error":"no"}"#,
      #"{"id":1,"result":1,"error":{}}"#, #"[{"method":"x"}]"#,
      #"[{"level":"info"},{"id":1,"result":2}]"#,
    ]
    check(lines.map { $0 + "\n" }.joined(), .plugin(.lines), lines.map { .frame($0) })
  }

  @Test("FC-030: an object that claims to be a message and has an id fails the call at once")
  func claims() {
    let line = #"{"jsonrpc":"2.0","id":4}"#
    check(line + "\n", .plugin(.lines), [.frame(line)])
    check(
      #"{"jsonrpc":"2.0","Id":1,"Result":{}}"# + "\n", .plugin(.lines),
      [.text(#"{"jsonrpc":"2.0","Id":1,"Result":{}}"#)])
  }

  @Test("FC-031: a bad message with an id is a malformed frame, one without is text")
  func badMessages() {
    let bad = [
      #"{"jsonrpc":"2.0","id":1,"result":{"score":NaN}}"#, #"{"result":{"score":NaN},"id":1}"#,
      #"{"id":1,"id":2,"result":1}"#, #"{"id":1,"result":"a"#, #"{"id":1,"result":1}}"#,
      #"{"id":1,"result":1}{"id":2,"result":2}"#,
    ]
    let events = decode(Array(bad.map { $0 + "\n" }.joined().utf8), .plugin(.lines)).events
    #expect(events.count == bad.count)
    for (event, line) in zip(events, bad) {
      guard line != bad[2] else {
        #expect(event == .text(line), "which of the two ids is meant, nobody knows")
        continue
      }
      #expect(event.frameText == line)
      #expect(event.content?.failure != nil && event.content?.malformedID?.isPresent == true)
    }
    let noID = #"{"jsonrpc":"2.0","result":{"score":NaN}}"#
    check(noID + "\n", .plugin(.lines), [.text(noID)])
  }

  @Test("with headers, lines before Content-Length are text")
  func textBeforeHeaders() {
    let lines = [
      "Starting ..", "[INFO] ready", "{'id': 1}", "{x", "[x", "C", "Content", "INFO: go", "5",
    ]
    let stream = lines.map { "\($0)\r\n\(withHeaders(pong))\n" }.joined()
    check(stream, .plugin(.headers), lines.flatMap { [.text($0), .frame(pong)] })
    check("one\n\n\ntwo\n", .plugin(.headers), [.text("one"), .text("two")])
  }

  @Test("with headers, whatever is framed is a frame")
  func framedIsAFrame() {
    for body in ["5", "[]", #"{"foo":"bar"}"#, "[1]"] {
      check(withHeaders(body), .plugin(.headers), [.frame(body)])
    }
  }

  @Test("text behind a body that was not JSON is the body's rest: its length was wrong")
  func textBehindMalformedBody() {
    let explanations = check(
      "Content-Length: 4\r\n\r\n{\"id\":1}\nhello\n", .plugin(.headers),
      [
        .frame("{\"id", .malformed(ScanFailure(reason: .unexpectedEnd, offset: 4), id: .absent)),
        .unframeable,
      ], isRepeatable: false)
    #expect(explanations.first?.contains("declared length 4 bytes") == true)
  }

  @Test("text has a quota from one message to the next")
  func quota() {
    let limits = DecoderLimits(message: 1 << 20, junk: 100)
    let line = String(repeating: "x", count: 19) + "\n"
    let text = Event.text(String(repeating: "x", count: 19))
    let fault = Event.fault(.tooMuchJunk(limit: 100), id: "")
    let fill = String(repeating: line, count: 5)
    let filled = Array(repeating: text, count: 5)
    for (role, message) in [
      (FrameDecoder.Role.plugin(.lines), pong + "\n"), (.plugin(.headers), withHeaders(pong)),
    ] {
      check(
        fill + message + fill, role, filled + [.frame(pong)] + filled, isRepeatable: false, limits)
      let explanations = check(
        fill + line + message, role, filled + [text, fault], isRepeatable: false, limits)
      #expect(
        explanations == [
          "More than 100 bytes of text that is no message, without a message between."
        ])
    }
  }

  @Test("a line of text that never ends is told in pieces", arguments: [Framing.lines, .headers])
  func endlessLine(framing: Framing) {
    var run = DecoderRun(.plugin(framing))
    let piece = Array(repeating: UInt8(ascii: "."), count: 8 << 10)
    for _ in 0..<6 {
      run.feed(piece[...])
      #expect(!run.decoder.isInsideFrame && run.decoder.unfinishedByteCount <= 16 << 10)
    }
    run.feed("end\n" + (framing == .lines ? pong + "\n" : withHeaders(pong)))
    #expect(run.events.count == 5 && run.events.last == .frame(pong))
    let lengths = run.events.map { if case .text(let text) = $0 { text.utf8.count } else { 0 } }
    #expect(lengths == [16 << 10, 16 << 10, 16 << 10, 3, 0])
    for _ in 0..<140 { run.feed(piece[...]) }
    #expect(run.events.last == .fault(.tooMuchJunk(limit: 1 << 20), id: ""))
  }

  @Test("text without a line end before the end of the stream is told")
  func lastText() {
    for text in ["Traceback", "tr", "\"open", "5", "-", "[INFO", "{'a'"] {
      check(text, .plugin(.lines), [.text(text)], isRepeatable: false)
      check(text, .plugin(.headers), [.text(text)], isRepeatable: false)
    }
    check("{", .plugin(.headers), [.text("{")], isRepeatable: false)
  }

  @Test("of text that does not end nobody owes the rest")
  func unfinishedText() {
    for (text, isMessage) in [
      ("tr", false), ("50 %", false), ("> ", false), ("\"a", false), ("[INFO", false), ("{", true),
      ("[", true), ("{\"id\":1,x", true), ("{\"result\":x", true), ("{x", true),
    ] {
      var run = DecoderRun(.plugin(.lines))
      run.feed(text)
      #expect(run.decoder.isInsideFrame == isMessage, "\(text)")
    }
  }

  @Test("a byte order mark before the first line is skipped")
  func byteOrderMark() {
    check("\u{FEFF}\(pong)\n", .plugin(.lines), [.frame(pong)], isRepeatable: false)
    check("\u{FEFF}\(withHeaders(pong))", .plugin(.headers), [.frame(pong)], isRepeatable: false)
  }
}
