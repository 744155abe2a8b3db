/// The header lines of one message, as far as they have come.
struct HeaderBlock {
  /// Where the line that is being read begins, from the start of the block.
  private(set) var lineStart = 0
  /// The length of the body, once it has been told.
  private(set) var contentLength: Int?
  /// Whether the colon of the line has come.
  private var hasColon = false

  /// Goes on to the line that begins at `start`.
  mutating func beginLine(at start: Int) {
    lineStart = start
    hasColon = false
  }

  /// Checks the next byte of a line; `rest` is the line as far as it has come, and what is behind it.
  mutating func check(_ byte: UInt8, in rest: Slice<UnsafeRawBufferPointer>) throws(HeaderFault) {
    if hasColon || Self.isNameByte(byte) { return }
    guard byte == UInt8(ascii: ":") else { throw Self.noHeader(rest) }
    hasColon = true
  }

  /// Takes a line, without its end.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(HeaderFault) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      throw Self.noHeader(line[...])
    }
    guard line.comparison(withLowercased: "content-length:") == .equal else { return }
    try takeLength(Self.trim(line[(colon + 1)...]))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func noHeader(_ rest: Slice<UnsafeRawBufferPointer>) -> HeaderFault {
    let line = UnsafeRawBufferPointer(rebasing: rest.prefix { $0 != 0x0A && $0 != 0x0D })
    return HeaderFault(.noHeader, "Expected a header line, found \(Excerpt(line).quotation).")
  }

  private mutating func takeLength(_ value: UnsafeRawBufferPointer) throws(HeaderFault) {
    let isNumber =
      !value.isEmpty && value.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    // More digits than an Int has, or a number in any other form: not a length that anybody means.
    guard isNumber, let length = Int(String(decoding: value, as: UTF8.self)) else {
      let found = value.isEmpty ? "nothing" : Excerpt(value).quotation
      throw HeaderFault(
        .badHeader, "Expected a number of bytes after Content-Length, found \(found).")
    }
    guard contentLength == nil || contentLength == length else {
      throw HeaderFault(.badHeader, "Found two Content-Length headers that differ.")
    }
    contentLength = length
  }

  /// `value` without blanks and tabs around it.
  private static func trim(_ value: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let rest = value.drop(while: isBlank)
    let count = rest.count - rest.reversed().prefix(while: isBlank).count
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }
}

/// Why a header block can't be used.
struct HeaderFault: Error {
  /// What is wrong.
  enum Kind {
    /// The bytes are no header line, so that the message before may have been longer than it said.
    case noHeader
    /// A header line that says something impossible.
    case badHeader
  }

  let kind: Kind
  /// One sentence for people.
  let sentence: String

  init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}
