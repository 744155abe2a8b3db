/// Writes JSON text straight into bytes: no tree, commas and colons by itself.
///
/// The caller opens and closes what belongs together, and names every member of an object; the writer
/// does not check that. Strings are escaped only where JSON demands it.
public struct JSONWriter {
  /// The text so far, in UTF-8; whole once every object and array is closed.
  public private(set) var bytes: [UInt8]

  /// Whether a number that is not finite was to be written.
  ///
  /// JSON has no such number, and arithmetic on a peer's numbers can lead to one, so that neither a trap
  /// nor invalid JSON will do: the writer puts `null` and remembers it here. Who computes should check.
  public private(set) var hasNonFiniteNumber = false

  private var place = Place.start
  private var depth = 0
  private let isPretty: Bool

  /// Creates a writer with no text.
  public init() {
    self.init(appendingTo: [])
  }

  /// Creates a writer that appends one value to `bytes`.
  public init(appendingTo bytes: consuming [UInt8]) {
    self.init(appendingTo: bytes, isPretty: false)
  }

  init(appendingTo bytes: consuming [UInt8], isPretty: Bool) {
    self.bytes = bytes
    self.isPretty = isPretty
  }

  /// What was written last, which decides what must stand before the next thing.
  private enum Place {
    case start
    case afterOpening
    case afterName
    case afterValue
  }
}

// MARK: Objects and arrays

extension JSONWriter {
  /// Opens an object; its members and `endObject` follow.
  public mutating func beginObject() { open("{") }

  /// Closes the object that was opened last.
  public mutating func endObject() { close("}") }

  /// Opens an array; its elements and `endArray` follow.
  public mutating func beginArray() { open("[") }

  /// Closes the array that was opened last.
  public mutating func endArray() { close("]") }

  /// Writes a member's name; its value follows.
  public mutating func name(_ name: StaticString) {
    name.withUTF8Buffer { writeName(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a member's name; its value follows.
  public mutating func name(_ name: String) {
    var name = name
    name.withUTF8 { writeName(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a member.
  public mutating func member<T: JSONEncodable>(_ name: StaticString, _ value: T) {
    self.name(name)
    value.encode(into: &self)
  }

  /// Writes a member, or nothing where there is no value.
  public mutating func member<T: JSONEncodable>(_ name: StaticString, _ value: T?) {
    guard let value else { return }
    member(name, value)
  }

  private mutating func writeName(_ name: UnsafeRawBufferPointer) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    place = .afterName
  }

  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    depth += 1
    place = .afterOpening
  }

  private mutating func close(_ bracket: Unicode.Scalar) {
    depth -= 1
    if isPretty && place == .afterValue { breakLine() }
    bytes.append(UInt8(ascii: bracket))
    place = .afterValue
  }

  /// Writes what must stand between the last thing and the next one.
  private mutating func separate() {
    if place == .afterValue { bytes.append(UInt8(ascii: ",")) }
    if isPretty && (place == .afterValue || place == .afterOpening) { breakLine() }
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }
}

// MARK: Values

extension JSONWriter {
  /// Writes a string.
  public mutating func value(_ value: String) {
    var value = value
    value.withUTF8 { self.value(string: UnsafeRawBufferPointer($0)) }
  }

  /// Writes a string of UTF-8 bytes.
  ///
  /// - Precondition: They are valid UTF-8, for instance because the scanner has seen them.
  public mutating func value(string utf8: UnsafeRawBufferPointer) {
    separate()
    appendQuoted(utf8)
    place = .afterValue
  }

  /// Writes `true` or `false`.
  public mutating func value(_ value: Bool) { append(value ? "true" : "false") }

  /// Writes an integer.
  public mutating func value(_ value: Int) { append(String(value)) }

  /// Writes an integer.
  public mutating func value(_ value: Int64) { append(String(value)) }

  /// Writes an integer.
  public mutating func value(_ value: UInt64) { append(String(value)) }

  /// Writes a number in the shortest form that reads back as the same double.
  ///
  /// Whole numbers are written without a fraction: 300.0 becomes `300`. Numbers that are not finite
  /// become `null`; see `hasNonFiniteNumber`.
  public mutating func value(_ value: Double) {
    guard value.isFinite else {
      hasNonFiniteNumber = true
      return null()
    }
    // Up to 2^53 every whole number has its own double; the sign of -0.0 needs the fraction.
    let isNegativeZero = value == 0 && value.sign == .minus
    if value.magnitude < 0x1p53, !isNegativeZero, let whole = Int64(whole: value) {
      append(String(whole))
    } else {
      append(value.description)
    }
  }

  /// Writes `null`.
  public mutating func null() { append("null") }

  /// Writes a value that writes itself.
  public mutating func value<T: JSONEncodable>(_ value: T) { value.encode(into: &self) }

  /// Writes a parsed value; reals keep their fraction, so that they are parsed as reals again.
  public mutating func value(_ value: JSONValue) {
    value.write(into: &self, sortingMembers: false)
  }

  /// Writes a value that is JSON text already, as it is.
  public mutating func raw(_ text: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: text)
    place = .afterValue
  }

  /// Writes a value that is JSON text already, as it is.
  public mutating func raw(_ text: [UInt8]) {
    text.withUnsafeBytes { raw($0) }
  }

  /// Writes a real so that it is parsed as a real again.
  mutating func real(_ value: Double) { append(value.description) }

  private mutating func append(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    place = .afterValue
  }
}

// MARK: Escapes

extension JSONWriter {
  private mutating func appendQuoted(_ utf8: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    while true {
      let stop = ByteScan.endOfUnescaped(in: utf8, from: start)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8[start..<stop]))
      guard stop < utf8.count else { break }
      appendEscape(of: utf8[stop])
      start = stop + 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      let digit = byte & 0x0F
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

// MARK: Values in parts

extension JSONWriter {
  /// Goes on with a value that was begun as raw text: no separator, no escapes.
  public mutating func continueRaw(_ text: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: text)
  }
}
