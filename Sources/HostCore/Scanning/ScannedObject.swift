import JSON

/// The members of an object in valid JSON text, found in one walk without a tree.
///
/// Only members that are asked for are looked at; what else stands there is ignored.
struct ScannedObject {
  private var members: [(name: UnsafeRawBufferPointer, value: ScannedValue)] = []

  /// Takes an object, or `[]`, which stands for an empty one.
  init(_ value: ScannedValue) throws(ScanFault) {
    guard value.kind == .object || value.isEmpty(.array) else { throw value.wrong("object") }
    JSONCursor.members(of: value.text) { name, value in
      members.append((name, ScannedValue(value)))
    }
  }

  /// The value of a member; nil where it is absent or null.
  func value(_ wanted: String) throws(ScanFault) -> ScannedValue? {
    var found: ScannedValue?
    for member in members where Self.isName(member.name, wanted) {
      guard found == nil else {
        throw ScanFault.repeated(path: "").inside(wanted)
      }
      found = member.value
    }
    return found?.kind == .null ? nil : found
  }

  /// Reads a member that may be absent.
  func optional<Result>(
    _ name: String, _ read: (ScannedValue) throws(ScanFault) -> Result
  ) throws(ScanFault) -> Result? {
    guard let value = try value(name) else { return nil }
    return try inside(name) { () throws(ScanFault) in try read(value) }
  }

  /// Reads a member that must be there.
  func required<Result>(
    _ name: String, _ expected: String, _ read: (ScannedValue) throws(ScanFault) -> Result
  ) throws(ScanFault) -> Result {
    guard let value = try optional(name, read) else {
      throw ScanFault.shape(DecodingFailure(expected: expected, found: "nothing")).inside(name)
    }
    return value
  }

  /// Whether a name as written, perhaps with escapes, is `wanted`.
  private static func isName(_ written: UnsafeRawBufferPointer, _ wanted: String) -> Bool {
    guard written.contains(UInt8(ascii: "\\")) else { return written.elementsEqual(wanted.utf8) }
    var bytes: [UInt8] = []
    JSONCursor.appendUnescaped(written, to: &bytes)
    return bytes.elementsEqual(wanted.utf8)
  }
}
