import JSONRPC

/// A second opinion on every text: a recursive-descent reader as RFC 8259 puts it, one byte after the other.
///
/// It is slow and plain, and shares no code with the scanner. Its fault stands at the first byte that no
/// valid text could have there, which is how the scanner defines it, too.
struct Oracle {
  /// A value with all that was in it.
  struct Node {
    var kind: Kind
    var range: Range<Int>
    var text: [UInt8] = []
    var hasEscapes = false
    var elements: [Node] = []
    var members: [(name: [UInt8], value: Node)] = []

    enum Kind { case null, boolean, integer, real, string, array, object }

    /// The member called `name`.
    subscript(_ name: String) -> Node? {
      members.first { $0.name == Array(name.utf8) }?.value
    }
  }

  /// What an object is to the scanner, which decides what names must not stand twice in it.
  enum Role {
    case message, params, error, other

    var names: [String] {
      switch self {
      case .message: ["jsonrpc", "id", "method", "params", "result", "error"]
      case .params: ["partialResultToken", "workDoneToken", "token", "_meta"]
      case .error: ["code", "message"]
      case .other: []
      }
    }

    /// The role of the member `name` of an object of this role.
    func role(of name: [UInt8]) -> Role {
      guard self == .message else { return .other }
      if name == Array("params".utf8) { return .params }
      return name == Array("error".utf8) ? .error : .other
    }
  }

  let bytes: [UInt8]
  let depthLimit: Int
  private var index = 0
  private var depth = 0
  /// The id of the top-level object, as soon as it is read.
  private(set) var id: Range<Int>?

  init(_ bytes: [UInt8], depthLimit: Int = DecoderLimits.defaultDepth) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  /// Reads the whole text.
  mutating func read() throws(ScanFailure) -> Node {
    skipWhiteSpace()
    let isBatch = next == UInt8(ascii: "[")
    let node = try readValue(isBatch ? .other : .message, elements: isBatch ? .message : .other)
    skipWhiteSpace()
    guard next == nil else { throw fault(.unexpectedByte(bytes[index])) }
    return node
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func fault(_ reason: ScanFailure.Reason) -> ScanFailure {
    ScanFailure(reason: index < bytes.count ? reason : .unexpectedEnd, offset: index)
  }

  private mutating func skipWhiteSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func demand(_ character: Unicode.Scalar) throws(ScanFailure) {
    guard take(character) else { throw fault(.unexpectedByte(next ?? 0)) }
  }
}

// MARK: Values

extension Oracle {
  private mutating func readValue(
    _ role: Role, elements: Role = .other
  ) throws(ScanFailure) -> Node {
    let start = index
    var node = Node(kind: .null, range: start..<start)
    switch next ?? 0 {
    case UInt8(ascii: "{"): try readObject(role, into: &node)
    case UInt8(ascii: "["): try readArray(elements, into: &node)
    case UInt8(ascii: "\""):
      node.kind = .string
      try readString(into: &node)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): node.kind = try readNumber()
    case UInt8(ascii: "t"): node.kind = try readLiteral("true", .boolean)
    case UInt8(ascii: "f"): node.kind = try readLiteral("false", .boolean)
    case UInt8(ascii: "n"): node.kind = try readLiteral("null", .null)
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "N"), UInt8(ascii: "I"):
      throw fault(.invalidNumber)
    default: throw fault(.unexpectedByte(next ?? 0))
    }
    node.range = start..<index
    return node
  }

  private mutating func readLiteral(
    _ literal: String, _ kind: Node.Kind
  ) throws(ScanFailure) -> Node.Kind {
    for scalar in literal.unicodeScalars { try demand(scalar) }
    return kind
  }

  private mutating func enter() throws(ScanFailure) {
    guard depth < depthLimit else { throw fault(.tooDeep(limit: depthLimit)) }
    depth += 1
    index += 1
    skipWhiteSpace()
  }

  private mutating func readArray(_ elements: Role, into node: inout Node) throws(ScanFailure) {
    node.kind = .array
    try enter()
    defer { depth -= 1 }
    if take("]") { return }
    while true {
      node.elements.append(try readValue(elements))
      skipWhiteSpace()
      if take("]") { return }
      try demand(",")
      skipWhiteSpace()
    }
  }

  private mutating func readObject(_ role: Role, into node: inout Node) throws(ScanFailure) {
    node.kind = .object
    try enter()
    defer { depth -= 1 }
    if take("}") { return }
    while true {
      let start = index
      var name = Node(kind: .string, range: start..<start)
      try readString(into: &name)
      try refuseDuplicate(name.text, of: node, role, at: start)
      skipWhiteSpace()
      try demand(":")
      skipWhiteSpace()
      let value = try readValue(role.role(of: name.text))
      node.members.append((name.text, value))
      noteID(name.text, value, role)
      skipWhiteSpace()
      if take("}") { return }
      try demand(",")
      skipWhiteSpace()
    }
  }

  private mutating func refuseDuplicate(
    _ name: [UInt8], of node: Node, _ role: Role, at start: Int
  ) throws(ScanFailure) {
    guard role.names.contains(String(decoding: name, as: UTF8.self)),
      node.members.contains(where: { $0.name == name })
    else { return }
    if role == .message, name == Array("id".utf8) { id = nil }
    throw ScanFailure(reason: .duplicateMember, offset: start)
  }

  private mutating func noteID(_ name: [UInt8], _ value: Node, _ role: Role) {
    guard role == .message, depth == 1, name == Array("id".utf8) else { return }
    // Of a number at the very end digits may be missing.
    let isWhole = value.kind == .string || index < bytes.count
    if isWhole, [.string, .integer, .real].contains(value.kind) { id = value.range }
  }
}

// MARK: Numbers and strings

extension Oracle {
  private var isAtDigit: Bool { next.map { (0x30...0x39).contains($0) } ?? false }

  private mutating func readDigits() throws(ScanFailure) {
    guard isAtDigit else { throw fault(.invalidNumber) }
    while isAtDigit { index += 1 }
  }

  private mutating func readNumber() throws(ScanFailure) -> Node.Kind {
    var kind = Node.Kind.integer
    _ = take("-")
    if take("0") {
      if isAtDigit { throw fault(.invalidNumber) }
    } else {
      try readDigits()
    }
    if take(".") {
      kind = .real
      try readDigits()
    }
    if take("e") || take("E") {
      kind = .real
      if !take("+") { _ = take("-") }
      try readDigits()
    }
    return kind
  }

  private mutating func readString(into node: inout Node) throws(ScanFailure) {
    try demand("\"")
    while true {
      guard let byte = next else { throw fault(.unexpectedEnd) }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return
      case UInt8(ascii: "\\"):
        node.hasEscapes = true
        index += 1
        node.text += try readEscape()
      case ..<0x20: throw fault(.controlCharacter(byte))
      case ..<0x80:
        node.text.append(byte)
        index += 1
      default: node.text += try readSequence(byte)
      }
    }
  }

  private mutating func readEscape() throws(ScanFailure) -> [UInt8] {
    let simple: [Unicode.Scalar: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard !take("u") else { return try readUnits() }
    guard let byte = next, let decoded = simple[Unicode.Scalar(byte)] else {
      throw fault(.invalidEscape)
    }
    index += 1
    return [decoded]
  }

  private mutating func readUnits() throws(ScanFailure) -> [UInt8] {
    // Half a pair is wrong from the digit on that makes it so: `\uDC`, and behind a first half all that
    // is not `\uDC`..`\uDF`.
    let first = try readUnit { digits in digits.count < 2 || !Self.isLowSurrogate(digits) }
    guard first & 0xFC00 == 0xD800 else { return encode(first) }
    guard take("\\"), take("u") else { throw fault(.loneSurrogate) }
    let second = try readUnit { digits in
      digits.count == 1 ? digits[0] == 0xD : Self.isLowSurrogate(digits)
    }
    return encode(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00))
  }

  private static func isLowSurrogate(_ digits: [UInt32]) -> Bool {
    digits[0] == 0xD && digits[1] >= 0xC
  }

  private mutating func readUnit(_ isPossible: ([UInt32]) -> Bool) throws(ScanFailure) -> UInt32 {
    var digits: [UInt32] = []
    while digits.count < 4 {
      let digit = next.flatMap {
        Character(Unicode.Scalar($0)).isASCII ? Character(Unicode.Scalar($0)) : nil
      }
      guard let value = digit?.hexDigitValue else { throw fault(.invalidEscape) }
      digits.append(UInt32(value))
      guard isPossible(digits) else { throw fault(.loneSurrogate) }
      index += 1
    }
    return digits.reduce(0) { $0 * 16 + $1 }
  }

  private func encode(_ scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? []
  }

  /// Table 3-7 of the Unicode standard, row by row.
  private mutating func readSequence(_ first: UInt8) throws(ScanFailure) -> [UInt8] {
    let rows: [(first: ClosedRange<UInt8>, others: [ClosedRange<UInt8>])] = [
      (0xC2...0xDF, [0x80...0xBF]),
      (0xE0...0xE0, [0xA0...0xBF, 0x80...0xBF]),
      (0xE1...0xEC, [0x80...0xBF, 0x80...0xBF]),
      (0xED...0xED, [0x80...0x9F, 0x80...0xBF]),
      (0xEE...0xEF, [0x80...0xBF, 0x80...0xBF]),
      (0xF0...0xF0, [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]),
      (0xF1...0xF3, [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]),
      (0xF4...0xF4, [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]),
    ]
    guard let row = rows.first(where: { $0.first.contains(first) }) else {
      throw fault(.invalidUTF8)
    }
    var sequence = [first]
    index += 1
    for range in row.others {
      guard let byte = next, range.contains(byte) else { throw fault(.invalidUTF8) }
      sequence.append(byte)
      index += 1
    }
    return sequence
  }
}
