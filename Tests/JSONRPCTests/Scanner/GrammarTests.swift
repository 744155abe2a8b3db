import JSONRPC
import Testing

@Suite("Grammar")
struct GrammarTests {
  @Test("each kind of fault is told with its place")
  func faults() {
    let cases: [(String, ScanFailure.Reason, Int)] = [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("{\"a\":", .unexpectedEnd, 5),
      ("{} {}", .unexpectedByte(0x7B), 3), ("[1,]", .unexpectedByte(0x5D), 3),
      ("{\"a\":1,}", .unexpectedByte(0x7D), 7), ("{a:1}", .unexpectedByte(0x61), 1),
      ("[1}", .unexpectedByte(0x7D), 2), ("tru ", .unexpectedByte(0x20), 3),
      ("nulL", .unexpectedByte(0x4C), 3), ("// x", .unexpectedByte(0x2F), 0),
      ("\u{FEFF}{}", .unexpectedByte(0xEF), 0), ("[1 2]", .unexpectedByte(0x32), 3),
      ("01", .invalidNumber, 1), ("-", .unexpectedEnd, 1), ("+1", .invalidNumber, 0),
      ("1. ", .invalidNumber, 2), (".5", .invalidNumber, 0), ("-a", .invalidNumber, 1),
      ("1e+ ", .invalidNumber, 3), ("NaN", .invalidNumber, 0), ("-Infinity", .invalidNumber, 1),
      ("0x10", .unexpectedByte(0x78), 1), ("1_000", .unexpectedByte(0x5F), 1),
      ("\"a\nb\"", .controlCharacter(0x0A), 2), ("\"\u{0}\"", .controlCharacter(0), 1),
      (#""\x""#, .invalidEscape, 2), (#""\u12g4""#, .invalidEscape, 5),
      (#""\'""#, .invalidEscape, 2),
      (#""\ud800""#, .loneSurrogate, 7), (#""\udc00""#, .loneSurrogate, 4),
      (#""\ud800\n""#, .loneSurrogate, 8), (#""\ud800\ud800""#, .loneSurrogate, 10),
      (#""\ud800a""#, .loneSurrogate, 7),
    ]
    for (text, reason, offset) in cases {
      #expect(scan(text).failure == ScanFailure(reason: reason, offset: offset), "\(text)")
      #expect(Oracle.content(of: Array(text.utf8)).failure == scan(text).failure, "\(text)")
    }
  }

  @Test("invalid UTF-8 is found at the byte that makes it so")
  func invalidUTF8() {
    let cases: [([UInt8], Int)] = [
      ([0x80], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3, 0x28], 1),
      ([0xE0, 0x9F, 0xBF], 1),
      ([0xED, 0xA0, 0x80], 1), ([0xE6, 0xB5, 0x22], 2), ([0xF0, 0x8F, 0xBF, 0xBF], 1),
      ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x8E, 0x41], 3),
      ([0xFF], 0), ([0xFE], 0),
    ]
    for (sequence, offset) in cases {
      // Behind much and before much, so that both the loop over words and its end meet it.
      for padding in [0, 1, 7, 8, 20] {
        let filler = Array(repeating: UInt8(ascii: "x"), count: padding)
        let text = [0x22] + filler + sequence + filler + [0x22]
        let failure = ScanFailure(reason: .invalidUTF8, offset: 1 + padding + offset)
        #expect(scan(text).failure == failure, "\(sequence) after \(padding)")
      }
    }
  }

  @Test("FC-156: characters may be cut anywhere, the first and last of each length included")
  func cutCharacters() {
    let characters = "é测🎉\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
    let text = Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(characters)"}"#.utf8)
    let expected = Oracle.content(of: text)
    #expect(expected.message?.kind == .request)
    var scanner = EnvelopeScanner()
    for cut in 0...text.count {
      #expect(scan([text[..<cut], text[cut...]], with: &scanner) == expected, "cut at \(cut)")
    }
  }

  @Test("FC-010: separators of other languages' lines are ordinary characters of strings")
  func lineSeparators() {
    #expect(scan("{\"id\":1,\"result\":\"a\u{2028}b\u{2029}\u{85}\"}").message?.kind == .response)
    for byte in [UInt8]([0x0B, 0x0C, 0x1C]) {
      #expect(scan([0x22, byte, 0x22]).failure?.reason == .controlCharacter(byte))
      #expect(scan([0x5B, byte, 0x5D]).failure?.reason == .unexpectedByte(byte))
    }
  }

  @Test(
    "nesting has a limit, whatever it consists of", arguments: [1, 2, 63, 64, 65, 128, 256, 1000])
  func nesting(limit: Int) {
    func text(_ depth: Int) -> [UInt8] {
      let opening = (0..<depth).map { $0.isMultiple(of: 3) ? #"{"a":"# : "[" }
      let closing = (0..<depth).reversed().map { $0.isMultiple(of: 3) ? "}" : "]" }
      return Array((opening.joined() + "1" + closing.joined()).utf8)
    }
    for depth in [1, limit] {
      #expect(
        scan(text(depth), depthLimit: limit) == Oracle.content(of: text(depth), depthLimit: limit))
      #expect(scan(text(depth), depthLimit: limit).failure == nil)
    }
    let failure = scan(text(limit + 1), depthLimit: limit).failure
    #expect(failure?.reason == .tooDeep(limit: limit))
    #expect(failure == Oracle.content(of: text(limit + 1), depthLimit: limit).failure)
  }

  @Test("brackets must match at every depth")
  func mismatches() {
    for depth in [1, 64, 65, 129] {
      let opening = String(repeating: "[", count: depth)
      let closing = String(repeating: "]", count: depth - 1)
      #expect(scan(opening + closing + "}").failure?.reason == .unexpectedByte(0x7D))
      #expect(scan(opening + closing + "]").batch != nil || depth == 1)
    }
  }

  @Test("a scanner can be used again, also after a fault in the middle of anything")
  func reuse() {
    var scanner = EnvelopeScanner()
    let good = Array(#"{"id":1,"result":[[[]]]}"#.utf8)
    for bad in [
      #"{"id":2,"x":{"#, #"[[[[{"a":"\u12"#, "12e", "tr", "{\"a", #"{"id":3,"result":NaN,"id"#,
    ] {
      _ = scan([Array(bad.utf8)[...]], with: &scanner)
      #expect(scan([good[...]], with: &scanner) == Oracle.content(of: good), "\(bad)")
    }
  }

  @Test("a line feed ends the text where that is asked for, wherever it stands")
  func lineFeeds() {
    let texts = [
      "{}", "", "  ", "{", "\"a", "\"\\", "\"\\u1", "12", "1.", "-", "tr", "[1,", "x", "x{\"id\":1",
      "\"\u{E9}",
    ]
    for text in texts.map({ Array($0.utf8) }) {
      var scanner = EnvelopeScanner(endsAtLineFeed: true)
      let line = text + Array("\nrest\n".utf8)
      #expect(line.withUnsafeBytes { scanner.feed($0) } == text.count)
      let content = scanner.finish()
      #expect(content == scan(text), "\(text)")
    }
  }
}
