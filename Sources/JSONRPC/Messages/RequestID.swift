public import JSON

/// The id of a request: kept and echoed exactly as it was written, compared by type and value.
///
/// `"1"` and `1` differ; `"a"` and `"\u0061"` are equal, and so are `1`, `1.0` and `10e-1`. Ids of up to
/// 40 bytes, which is nearly all of them, are stored in place.
public struct RequestID: Sendable {
  /// The most bytes that are stored in place: enough for a UUID with its quotes, and for a 64-bit number.
  static let inlineCapacity = 40

  /// The text, filled up with zeros, where it is short enough.
  private var words = InlineArray<5, UInt64>(repeating: 0)
  /// The text where it is longer.
  private var spilled: [UInt8] = []
  /// Bytes of the text.
  public let count: Int
  /// Whether ids of equal value are written with the same bytes, so that bytes are all to compare.
  private let isCanonical: Bool

  /// Takes an id as it stands in a message: a JSON string with its quotes, or a JSON number.
  public init(verbatim text: UnsafeRawBufferPointer) {
    count = text.count
    isCanonical = CanonicalID.isCanonical(text)
    if text.count <= Self.inlineCapacity {
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: text) }
    } else {
      spilled = Array(text)
    }
  }

  /// The id `integer`.
  public init(_ integer: Int) {
    let text = Array(String(integer).utf8)
    self = text.withUnsafeBytes { RequestID(verbatim: $0) }
  }

  /// The id `string`, written with quotes and escapes.
  public init(_ string: String) {
    let text = string.jsonBytes()
    self = text.withUnsafeBytes { RequestID(verbatim: $0) }
  }

  /// Calls `body` with the text, as it was written.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard spilled.isEmpty else {
      return try spilled.withUnsafeBufferPointer { bytes throws(Failure) in
        try body(UnsafeRawBufferPointer(bytes))
      }
    }
    return try withUnsafeBytes(of: words) { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }
}

// MARK: What it says

extension RequestID {
  /// Whether the id is a JSON string.
  public var isString: Bool { withBytes { $0.first == UInt8(ascii: "\"") } }

  /// Whether the id is a JSON number.
  public var isNumber: Bool { !isString }

  /// The text of an id that is a string, escapes decoded; nil for a number.
  public var string: String? {
    withBytes { text in
      guard text.count >= 2, text.first == UInt8(ascii: "\"") else { return nil }
      var decoded: [UInt8] = []
      JSONCursor.appendUnescaped(
        UnsafeRawBufferPointer(rebasing: text[1..<(text.count - 1)]), to: &decoded)
      return String(decoding: decoded, as: UTF8.self)
    }
  }

  /// The value of an id that is a whole number of 64 bits, however it is written; nil for any other.
  public var integer: Int64? {
    guard isCanonical else { return Int64(String(decoding: canonicalBytes, as: UTF8.self)) }
    return withBytes { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  /// The bytes that all ids of this value share.
  private var canonicalBytes: [UInt8] {
    withBytes { isCanonical ? Array($0) : CanonicalID.bytes(of: $0) }
  }
}

// MARK: Equality

extension RequestID: Hashable {
  /// Whether type and value are equal, however they are written.
  public static func == (left: RequestID, right: RequestID) -> Bool {
    guard left.isCanonical, right.isCanonical else {
      return left.canonicalBytes == right.canonicalBytes
    }
    guard left.count == right.count, left.spilled == right.spilled else { return false }
    return (0..<left.words.count).allSatisfy { left.words[$0] == right.words[$0] }
  }

  /// Feeds the value, not the way in which it is written.
  public func hash(into hasher: inout Hasher) {
    guard isCanonical else { return canonicalBytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    withBytes { hasher.combine(bytes: $0) }
  }
}

// MARK: Output

extension RequestID: JSONEncodable {
  /// Writes the id exactly as it was read.
  public func encode(into writer: inout JSONWriter) {
    withBytes { writer.raw($0) }
  }
}

extension RequestID: CustomStringConvertible {
  /// The id as written; of long ones the beginning, since a log line must stay a line.
  public var description: String {
    withBytes { text in
      let prefix = String(decoding: text.prefix(Self.inlineCapacity), as: UTF8.self)
      return text.count > Self.inlineCapacity ? prefix + ".." : prefix
    }
  }
}
