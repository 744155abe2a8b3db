import JSONRPC
import Testing

@Suite("Limits")
struct LimitTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let roles: [FrameDecoder.Role] = [.frontEnd, .plugin(.lines), .plugin(.headers)]

  private func framed(_ text: String, _ role: FrameDecoder.Role) -> String {
    role == .plugin(.headers) ? withHeaders(text) : text + "\n"
  }

  private func message(_ count: Int, _ start: String = #"{"id":7,"#, _ end: String = "") -> String {
    let rest = count - start.utf8.count - end.utf8.count - 15
    return start + #""result":""# + String(repeating: "x", count: rest) + "\"" + end + "   }"
  }

  @Test("the limits are those of the protocol")
  func values() {
    #expect(DecoderLimits.frontEnd.message == 4 << 20 && DecoderLimits.plugin.message == 64 << 20)
    #expect(DecoderLimits.frontEnd.headerBlock == 8192 && DecoderLimits.frontEnd.depth == 256)
    #expect(DecoderLimits.frontEnd.batch == 1024 && DecoderLimits.plugin.junk == 1 << 20)
    #expect(DecoderLimits(message: .max).message == 256 << 20)
  }

  @Test("FC-132: a message over the limit is skipped, the next one is delivered")
  func overLimit() {
    let limits = DecoderLimits(message: 1000)
    for role in roles {
      for count in [999, 1000, 1001, 1010, 5000] {
        let text = message(count)
        #expect(text.utf8.count == count)
        let event: Event = count > 1000 ? .fault(.tooLarge(limit: 1000), id: "7") : .frame(text)
        let explanations = check(
          framed(text, role) + framed(ping, role), role, [event, .frame(ping)], limits)
        if count > 1000 {
          #expect(explanations == ["A message is over the limit of 1000 bytes."])
        }
      }
    }
    check(
      withHeaders(message(1001)) + withHeaders(ping), .frontEnd,
      [.fault(.tooLarge(limit: 1000), id: "7"), .frame(ping)], limits)
    check(message(1000) + "\r\n", .frontEnd, [.frame(message(1000))], limits)
  }

  @Test(
    "FC-132: lines around 64 KiB and of 1 MiB are ordinary",
    arguments: [65_535, 65_536, 65_537, 1 << 20])
  func longLines(count: Int) {
    var run = DecoderRun(.plugin(.lines))
    run.feed(message(count) + "\n" + ping + "\n")
    #expect(run.events.map(\.frameText) == [message(count), ping])
  }

  @Test("the id of a message over the limit is found wherever it stands, also cut or escaped")
  func idOverLimit() {
    let limits = DecoderLimits(message: 1000)
    let texts = [
      (message(1500, #"{"id":"a\"b","#), #""a\"b""#),
      (message(1500, "{", #","id":-12.5e3"#), "-12.5e3"),
      (message(1500, "{", #","\u0069d":"end""#), #""end""#), (message(1500, "{"), ""),
      (message(1500, "{", #","id":null"#), ""), (message(1500, #"{"a":NaN,"#, #","id":9"#), "9"),
      (message(1500, #"{"id":"ab\x","#, #","id":9"#), "9"),
      (message(1500, "{", #","id":"ab\x","id":9"#), "9"),
      (
        #"{"id":""# + String(repeating: "i", count: 1500) + "\"}",
        "\"" + String(repeating: "i", count: 1500) + "\""
      ),
      (#"{"id":""# + String(repeating: "i", count: 5000) + "\"}", ""),
    ]
    for role in roles {
      for (text, id) in texts {
        check(
          framed(text, role) + framed(ping, role), role,
          [.fault(.tooLarge(limit: 1000), id: id), .frame(ping)], limits)
      }
    }
  }

  @Test("FC-132: a fault is told as soon as the id is known, not at the end of the message")
  func toldEarly() {
    let limits = DecoderLimits(message: 1000)
    var run = DecoderRun(.frontEnd, limits)
    run.feed(#"{"id":7,"result":""# + String(repeating: "x", count: 2000))
    #expect(run.events == [.fault(.tooLarge(limit: 1000), id: "7")])
    #expect(run.decoder.isInsideFrame && run.decoder.unfinishedByteCount == 0)
    run.finish()
    #expect(run.events.last == .fault(.truncated, id: "7"))
    #expect(run.explanations.last?.hasPrefix("Closed inside a message over the limit (") == true)
    // Without an id it is waited for, but not for ever.
    var patient = DecoderRun(.frontEnd, limits)
    patient.feed(#"{"result":""# + String(repeating: "x", count: 1500))
    #expect(patient.events.isEmpty && patient.decoder.unfinishedByteCount == 0)
    patient.feed(String(repeating: "x", count: 1500))
    #expect(patient.events == [.fault(.tooLarge(limit: 1000), id: "")])
    patient.feed("\"}\n" + ping + "\n")
    #expect(patient.events.last == .frame(ping))
    var headers = DecoderRun(.frontEnd, limits)
    headers.feed("Content-Length: 2000\r\n\r\n{\"id\":7,")
    #expect(headers.events == [.fault(.tooLarge(limit: 1000), id: "7")])
  }

  @Test("FC-133: nothing of an endless line is stored")
  func endlessLine() {
    let piece = Array(repeating: UInt8(ascii: "a"), count: 64 << 10)
    var run = DecoderRun(.frontEnd)
    run.feed(ping + "\n")
    var most = 0
    for _ in 0..<1024 {
      run.feed(piece[...])
      most = max(most, run.decoder.unfinishedByteCount)
    }
    #expect(run.events == [.frame(ping), .fault(.tooLarge(limit: 4 << 20), id: "")])
    #expect(most <= 4 << 20 && run.decoder.unfinishedByteCount == 0)
    run.feed("\n" + ping + "\n")
    #expect(run.events.last == .frame(ping))
  }

  @Test("FC-136: a length is ASCII digits and nothing else")
  func badLengths() {
    let cases = [
      ("-1", "`-1`"), ("+5", "`+5`"), (" 0x10", "`0x10`"), ("5abc", "`5abc`"), ("", "nothing"),
      ("  ", "nothing"),
      ("5.0", "`5.0`"), ("5 6", "`5 6`"), ("1e3", "`1e3`"),
      ("99999999999999999999", "`99999999999999999999`"),
      ("\u{FF10}\u{FF10}\u{FF15}", "`?????????` (hexadecimal ef bc 90 ef bc 90 ef bc 95)"),
      (String(repeating: "x", count: 100), "`\(String(repeating: "x", count: 32))..`"),
    ]
    for (value, found) in cases {
      for role in [FrameDecoder.Role.frontEnd, .plugin(.headers)] {
        let explanations = check(
          "Content-Length: \(value)\r\n\r\n", role, [.unframeable], isRepeatable: false)
        #expect(
          explanations == ["Expected a number of bytes after Content-Length, found \(found)."])
      }
    }
  }

  @Test("a length beyond everything is a message over the limit")
  func giantLength() {
    let events = decode(
      Array("Content-Length: 9223372036854775807\r\n\r\n{\"id\":7,\"x\":1".utf8), .frontEnd
    ).events
    #expect(events.first == .fault(.tooLarge(limit: 4 << 20), id: "7"))
  }

  @Test("a header block has a limit, in lines or in one")
  func headerBlock() {
    let limits = DecoderLimits(message: 1000, headerBlock: 100)
    let padding = String(repeating: "x", count: 50)
    for header in ["X: \(padding)\(padding)", "X: \(padding)\r\nX: \(padding)\r\n"] {
      let explanations = check(header, .frontEnd, [.unframeable], isRepeatable: false, limits)
      #expect(explanations == ["A header block is over the limit of 100 bytes."])
    }
    check("X: \(padding)\r\n" + withHeaders(ping), .frontEnd, [.frame(ping)], limits)
  }

  @Test("depth and batches are limited as the decoder is told")
  func scannerLimits() {
    let limits = DecoderLimits(message: 1000, depth: 2, batch: 1)
    let events = decode(Array("[[[1]]]\n[1,2,3]\n".utf8), .frontEnd, limits).events
    #expect(events[0].content?.failure == ScanFailure(reason: .tooDeep(limit: 2), offset: 2))
    #expect(events[1].content == .oversizedBatch(count: 3))
  }

  @Test("an unfinished message can be skipped from outside, whatever its size")
  func skipping() {
    for role in roles {
      let whole = Array(framed(message(500, "{", #","id":"late""#), role).utf8)
      for cut in [0, 10, 100, 480, whole.count - 1] {
        var run = DecoderRun(role)
        run.feed(whole[..<cut])
        let wasInside = cut > (role == .plugin(.headers) ? 23 : 0)
        run.decoder.skipUnfinishedMessage(limit: 256 << 20)
        #expect(wasInside ? run.decoder.unfinishedByteCount == 0 : true)
        run.feed(whole[cut...])
        run.feed(framed(ping, role))
        let event: Event? = wasInside ? .fault(.tooLarge(limit: 256 << 20), id: #""late""#) : nil
        #expect(run.events.last == .frame(ping))
        if let event { #expect(run.events == [event, .frame(ping)], "\(role) \(cut)") }
      }
    }
  }
}
