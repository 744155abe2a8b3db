/// Makes JSON-RPC messages at random, and breaks them.
struct RandomText {
  var generator: SeededGenerator

  /// A text that is valid JSON, often a message, sometimes a batch.
  mutating func valid() -> [UInt8] {
    let text: String
    switch generator.below(8) {
    case 0: text = value(depth: 3)
    case 1:
      let elements = (0..<generator.below(4)).map { _ in
        generator.oneIn(4) ? value(depth: 1) : message()
      }
      text = "[" + elements.joined(separator: blank() + "," + blank()) + "]"
    default: text = message()
    }
    return Array((blank() + text + blank()).utf8)
  }

  /// A text with one to four faults, or what were faults if they did not happen to be harmless.
  mutating func mutated() -> [UInt8] {
    var bytes = valid()
    for _ in 0...generator.below(4) where !bytes.isEmpty { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = generator.below(bytes.count)
    let end = min(bytes.count, place + 1 + generator.below(6))
    switch generator.below(9) {
    case 0: bytes[place] = UInt8(generator.below(256))
    case 1: bytes[place] ^= 1 << generator.below(8)
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4: bytes.removeSubrange(place...)
    case 5: bytes[place] = generator.pick(Array("{}[]\",:\\0-+.eE \n\r\ttfnu".utf8))
    case 6: bytes.insert(UInt8(generator.below(256)), at: place)
    case 7: bytes.replaceSubrange(place..<end, with: generator.pick(Self.fragments))
    default: bytes.insert(contentsOf: generator.pick(Self.fragments), at: place)
    }
  }

  private static let fragments: [[UInt8]] =
    [
      #""id":1,"#, #""\u0069d":"x","#, #""method":"m","#, #""jsonrpc":"2.0","#,
      #""jsonrpc":"1.0","#,
      "NaN", "Infinity", "01", "1.", "-", "1e", "0e0", "\\u", "\\ud800", "\\udc00",
      "\\ud83c\\udf89", "\\x",
      "null", "true", "tru", "nulll", "\u{2028}", "é", "测", "🎉", "\u{7F}", "//", "'", "\u{FEFF}",
    ].map { Array($0.utf8) } + [
      [0xC0, 0x80], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xE2, 0x82], [0x80], [0xFF], [0x00], [0x1F],
    ]
}

// MARK: Valid texts

extension RandomText {
  private mutating func blank() -> String {
    generator.oneIn(3)
      ? generator.pick([" ", "\n", "\r\n", "\t", "          ", "\n        \n"]) : ""
  }

  private mutating func message() -> String {
    var members: [String] = []
    func add(_ name: String, _ value: String) { members.append("\(name)|\(value)") }
    if !generator.oneIn(3) { add("jsonrpc", generator.oneIn(6) ? scalar() : #""2.0""#) }
    if !generator.oneIn(4) { add("id", scalar()) }
    if !generator.oneIn(3) { add("method", generator.oneIn(8) ? scalar() : string()) }
    if generator.oneIn(2) { add("params", generator.oneIn(6) ? value(depth: 2) : params()) }
    if generator.oneIn(4) { add("result", value(depth: 2)) }
    if generator.oneIn(5) { add("error", generator.oneIn(4) ? value(depth: 1) : error()) }
    if generator.oneIn(3) {
      add(generator.pick(["x", "ID", "Method", "", "jsonrpc2"]), value(depth: 2))
    }
    members.shuffle(using: &generator)
    return object(members)
  }

  private mutating func params() -> String {
    var members: [String] = []
    for name in [
      "partialResultToken", "workDoneToken", "token", "text", "partialresulttoken", "_meta",
    ]
    where generator.oneIn(2) {
      members.append("\(name)|\(generator.oneIn(4) ? value(depth: 1) : scalar())")
    }
    return object(members)
  }

  private mutating func error() -> String {
    var members: [String] = []
    if !generator.oneIn(5) { members.append("code|\(generator.oneIn(3) ? scalar() : "-32600")") }
    if !generator.oneIn(5) { members.append("message|\(generator.oneIn(4) ? scalar() : string())") }
    if generator.oneIn(2) { members.append("data|\(value(depth: 1))") }
    return object(members)
  }

  /// An object of `name|value` members; names are written with escapes now and then.
  private mutating func object(_ members: [String]) -> String {
    let written = members.map { member in
      let parts = member.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      return blank() + quoted(String(parts[0])) + blank() + ":" + blank() + parts[1] + blank()
    }
    return "{" + blank() + written.joined(separator: ",") + "}"
  }

  private mutating func quoted(_ name: String) -> String {
    let characters = name.unicodeScalars.map { scalar in
      guard generator.oneIn(12) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: generator.oneIn(2))
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + characters.joined() + "\""
  }

  private mutating func value(depth: Int) -> String {
    guard depth > 0, generator.oneIn(2) else { return scalar() }
    let values = (0..<generator.below(4)).map { _ in value(depth: depth - 1) }
    guard generator.oneIn(2) else {
      return "[" + blank() + values.joined(separator: ", ") + blank() + "]"
    }
    return object(
      values.enumerated().map { "\(generator.pick(["a", "id", "ü", "token"]))\($0)|\($1)" })
  }

  private mutating func scalar() -> String {
    switch generator.below(5) {
    case 0: generator.pick(["null", "true", "false"])
    case 1: string()
    default:
      generator.pick([
        "0", "1", "-1", "42", "18446744073709551616", "1.0", "-0", "0.5", "1e3", "2E-7",
        "-1.25e+10",
        "1e999",
      ])
    }
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "2.0", "text of some length, longer than a word", #"\n"#, #"\""#, #"\\"#, #"\/"#,
      #"\u0041"#,
      #"\u0000"#, #"\ud83c\udf89"#, #"\uD7FF"#, #"\ue000"#, "é", "测试", "🎉", "\u{2028}", "\u{7F}",
      " ", "/",
      "\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
    ]
    return "\"" + (0..<generator.below(5)).map { _ in generator.pick(pieces) }.joined() + "\""
  }
}
