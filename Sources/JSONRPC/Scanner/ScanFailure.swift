/// The first fault of a JSON text, with its place.
public struct ScanFailure: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// A byte that the grammar does not allow here.
    case unexpectedByte(UInt8)
    /// The text ends inside a value.
    case unexpectedEnd
    /// A control character (below 0x20) inside a string.
    case controlCharacter(UInt8)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A `\u` escape of half a surrogate pair.
    case loneSurrogate
    /// A backslash followed by something else than JSON's escapes.
    case invalidEscape
    /// A number that JSON's grammar does not know (`01`, `+1`, `1.`, `NaN`, ..).
    case invalidNumber
    /// More than the limit of arrays and objects inside each other.
    case tooDeep(limit: Int)
    /// A member of the envelope stands twice.
    case duplicateMember
  }

  /// What is wrong.
  public let reason: Reason
  /// Bytes from the start of the frame.
  public let offset: Int

  /// Creates a failure at `offset`.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
