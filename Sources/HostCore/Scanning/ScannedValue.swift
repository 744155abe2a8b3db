import JSON

/// A value in valid JSON text, read without a tree: for lists that are too long for one.
///
/// It points into the text and lives no longer. `{}` counts as `[]` and the other way round, and null as
/// absence, as everywhere (protocol, M-5 and M-6).
struct ScannedValue {
  /// The value's text, without white space around it.
  let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  /// What the value is.
  var kind: JSONValue.Kind {
    switch text.first {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"), nil: .null
    default: text.contains { Self.isOfReal($0) } ? .real : .integer
    }
  }

  /// Whether a byte stands in numbers with a fraction or an exponent only.
  private static func isOfReal(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }

  /// The text of a string.
  func string() throws(ScanFault) -> String {
    guard kind == .string else { throw wrong("string") }
    let inner = UnsafeRawBufferPointer(rebasing: text.dropFirst().dropLast())
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    var bytes: [UInt8] = []
    JSONCursor.appendUnescaped(inner, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func boolean() throws(ScanFault) -> Bool {
    guard kind == .boolean else { throw wrong("boolean") }
    return text.first == UInt8(ascii: "t")
  }

  /// A whole number in `range`, however it is written.
  func integer(in range: ClosedRange<Int>) throws(ScanFault) -> Int {
    guard kind == .integer || kind == .real, let value = ItemList.integer(text) else {
      throw wrong("integer")
    }
    guard range.contains(value) else {
      throw .shape(
        DecodingFailure(
          expected: "integer from \(range.lowerBound) to \(range.upperBound)", found: "\(value)"))
    }
    return value
  }

  /// Reads the elements of an array, each by `read`.
  func array<Element>(
    _ read: (ScannedValue) throws(ScanFault) -> Element
  ) throws(ScanFault) -> [Element] {
    guard kind == .array || isEmpty(.object) else { throw wrong("array") }
    var elements: [Element] = []
    try JSONCursor.elements(of: text) { (element) throws(ScanFault) in
      let read = try inside("\(elements.count)") { () throws(ScanFault) in
        try read(ScannedValue(element))
      }
      elements.append(read)
    }
    return elements
  }

  /// Whether it is an array or an object, as `kind` says, without anything in it.
  func isEmpty(_ kind: JSONValue.Kind) -> Bool {
    self.kind == kind && text.dropFirst().dropLast().allSatisfy { $0 <= 0x20 }
  }

  func wrong(_ expected: String) -> ScanFault {
    .shape(DecodingFailure(expected: expected, found: kind.description))
  }
}
