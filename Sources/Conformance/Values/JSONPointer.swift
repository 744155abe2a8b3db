import JSON

/// The place of a value within another (RFC 6901).
struct JSONPointer {
  /// The names and indices on the way.
  let steps: [String]

  /// Reads a pointer: empty, or each step behind a `/`, with `~1` for `/` and `~0` for `~`.
  init(_ text: some StringProtocol) {
    steps = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      JSONPointer.replace("~0", by: "~", in: JSONPointer.replace("~1", by: "/", in: String($0)))
    }
  }

  /// A step as it is written in a pointer.
  static func escape(_ name: String) -> String {
    replace("/", by: "~1", in: replace("~", by: "~0", in: name))
  }

  private static func replace(_ part: String, by other: String, in text: String) -> String {
    text.split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }

  /// The value at this place; nil where there is none.
  func resolve(in value: Value) -> Value? {
    steps.reduce(Optional(value)) { found, step in
      Int(step).flatMap { found?[$0] } ?? found?[step]
    }
  }

  /// The value at this place of a valid JSON text, exactly as it is written; nil where there is none.
  func written(in text: [UInt8]) -> String? {
    text.withUnsafeBytes { text in
      var found: UnsafeRawBufferPointer? = JSONPointer.trimmed(text)
      for step in steps {
        found = found.flatMap { JSONPointer.child(step, of: $0) }
      }
      return found.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func child(
    _ step: String, of text: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    var found: UnsafeRawBufferPointer?
    var index = 0
    JSONCursor.members(of: text) { name, value in
      var decoded: [UInt8] = []
      JSONCursor.appendUnescaped(name, to: &decoded)
      if found == nil, decoded.elementsEqual(step.utf8) { found = value }
    }
    JSONCursor.elements(of: text) { element in
      if String(index) == step { found = element }
      index += 1
    }
    return found
  }

  /// The text without white space around it.
  private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = text.firstIndex { $0 > 0x20 } ?? text.endIndex
    let end = text.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }
}
