/// Reads one JSON text strictly: RFC 8259 to the letter, UTF-8 to the byte.
///
/// The kit has a reader of its own on purpose: with the host's it would share the host's mistakes.
struct ValueReader {
  /// Why a text is no JSON, and where.
  struct Fault: Error, Equatable {
    /// Bytes from the start of the text.
    let offset: Int
  }

  /// Arrays and objects inside each other that are followed: twice what a host may accept.
  static let depthLimit = 512

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value of a whole text.
  static func read(_ bytes: [UInt8]) throws(Fault) -> Value {
    var reader = ValueReader(bytes)
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.next == nil else { throw reader.fault }
    return value
  }

  private var fault: Fault { Fault(offset: index) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ byte: Unicode.Scalar) throws(Fault) {
    guard take(byte) else { throw fault }
  }

  private mutating func value() throws(Fault) -> Value {
    skipBlanks()
    guard let byte = next, depth < ValueReader.depthLimit else { throw fault }
    switch byte {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .boolean(true))
    case UInt8(ascii: "f"): return try literal("false", .boolean(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func literal(_ name: String, _ value: Value) throws(Fault) -> Value {
    guard bytes[index...].starts(with: name.utf8) else { throw fault }
    index += name.utf8.count
    return value
  }

  private mutating func members() throws(Fault) -> [Value.Member] {
    var members: [Value.Member] = []
    try expect("{")
    depth += 1
    defer { depth -= 1 }
    skipBlanks()
    guard !take("}") else { return members }
    repeat {
      skipBlanks()
      let name = try string()
      skipBlanks()
      try expect(":")
      members.append((name, try value()))
      skipBlanks()
    } while take(",")
    try expect("}")
    return members
  }

  private mutating func elements() throws(Fault) -> [Value] {
    var elements: [Value] = []
    try expect("[")
    depth += 1
    defer { depth -= 1 }
    skipBlanks()
    guard !take("]") else { return elements }
    repeat {
      elements.append(try value())
      skipBlanks()
    } while take(",")
    try expect("]")
    return elements
  }
}

// MARK: Numbers

extension ValueReader {
  private mutating func number() throws(Fault) -> Number {
    let start = index
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return Number(text: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// At least one digit.
  private mutating func digits() throws(Fault) {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw fault }
  }
}

// MARK: Strings

extension ValueReader {
  private mutating func string() throws(Fault) -> String {
    try expect("\"")
    var text: [UInt8] = []
    let start = index
    while let byte = next, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw Fault(offset: start)
        }
        return text
      case UInt8(ascii: "\\"): text += String(try escape()).utf8
      default: text.append(byte)
      }
    }
    throw fault
  }

  private mutating func escape() throws(Fault) -> Unicode.Scalar {
    guard let byte = next else { throw fault }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw fault
    }
  }

  private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // What is no scalar is half of a surrogate pair, and the other half must follow.
    try expect("\\")
    try expect("u")
    let second = try unit()
    guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw fault }
    return scalar
  }

  /// Four hexadecimal digits.
  private mutating func unit() throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
