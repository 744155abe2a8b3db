import CJansson

/// Why a text did not become a `JSONValue`, and where.
public struct JSONParseError: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Kind: Equatable, Sendable {
    /// The text is not JSON in UTF-8.
    case syntax
    /// A member stands twice in one object.
    case duplicateMember
    /// Valid JSON that a tree can't hold: an integer outside of 64 bits, a number like `1e999`, U+0000
    /// in a member's name, or more than 2,048 arrays and objects inside each other.
    case unrepresentable
  }

  /// What was wrong.
  public let kind: Kind
  /// The line of the fault, from 1.
  public let line: Int
  /// The character within the line, from 1; 0 before the first.
  public let column: Int
  /// Bytes from the start of the text to the fault.
  public let offset: Int
  /// A sentence for people, without the place.
  public let reason: String
}

extension JSONParseError: CustomStringConvertible {
  /// The place and the reason in one sentence.
  public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONParseError {
  init(_ failure: json_error_t) {
    kind = Kind(withUnsafePointer(to: failure) { json_error_code($0) })
    line = Int(failure.line)
    column = Int(failure.column)
    offset = Int(failure.position)
    reason = withUnsafeBytes(of: failure.text) { text in
      // libjansson quotes the text: what is quoted may be of any bytes, and may be cut anywhere.
      let sentence = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      return String(
        String.UnicodeScalarView(sentence.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
    }
  }
}

extension JSONParseError {
  init(zeroByteAt place: Int, in text: UnsafeRawBufferPointer) {
    let before = text[..<place]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    kind = .syntax
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
    offset = place
    reason = "a byte of value 0"
  }
}

extension JSONParseError.Kind {
  fileprivate init(_ code: json_error_code) {
    switch code {
    case json_error_duplicate_key: self = .duplicateMember
    case json_error_numeric_overflow, json_error_null_byte_in_key, json_error_stack_overflow,
      json_error_out_of_memory:
      self = .unrepresentable
    default: self = .syntax
    }
  }
}
