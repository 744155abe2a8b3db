/// Valid JSON that is not of the expected shape; becomes `data` of an error -32602.
public struct DecodingFailure: Error, Equatable, Sendable {
  /// A JSON Pointer (RFC 6901) to the value, from where decoding began; empty for the whole.
  public let path: String
  /// What was expected, as a type of JSON Schema or a sentence.
  public let expected: String
  /// What was found: a type of JSON Schema, or `nothing` where a member is missing.
  public let found: String

  /// Creates a failure.
  public init(path: String = "", expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  /// The failure of a value of the wrong kind.
  public init(expected: String, found value: JSONValue) {
    self.init(expected: expected, found: value.kind.description)
  }

  /// The same failure as seen from the object or array that holds the value at `step`.
  public func inside(_ step: String) -> DecodingFailure {
    var escaped = "/"
    for character in step.unicodeScalars {
      switch character {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return DecodingFailure(path: escaped + path, expected: expected, found: found)
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// The failure in one sentence.
  public var description: String {
    "expected \(expected)\(path.isEmpty ? "" : " at \(path)"), found \(found)"
  }
}

extension DecodingFailure: JSONEncodable {
  /// Writes `{"path": .., "expected": .., "found": ..}`.
  public func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("path", path)
    writer.member("expected", expected)
    writer.member("found", found)
    writer.endObject()
  }
}
