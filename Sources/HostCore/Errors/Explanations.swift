import JSONRPC

extension InvalidEnvelope {
  /// The sentence for the error that answers it.
  var explanation: String {
    switch self {
    case .notAnObject: "A message must be an object."
    case .wrongVersion: "The member jsonrpc must be \"2.0\"."
    case .wrongIDType: "An id must be a string or a number; a notification has none."
    case .methodNotAString: "The member method must be a string."
    case .paramsNotStructured: "The member params must be an object or an array."
    case .noMethodOrResult:
      """
      A message must have method, or result or error with the id that it answers; the names are \
      case-sensitive.
      """
    case .ambiguous: "A message must have just one of method, result and error."
    case .responseWithoutID: "An answer must have the id of the request that it answers."
    case .malformedError:
      "The member error must be an object with an integer code and a string message."
    }
  }
}

extension ScanFailure {
  /// The sentence for the error that answers it.
  var explanation: String {
    "\(reason.explanation) at byte \(offset) of the message."
  }
}

extension ScanFailure.Reason {
  /// The beginning of a sentence that ends with the place.
  fileprivate var explanation: String {
    switch self {
    case .unexpectedByte(let byte): "JSON does not allow \(Self.name(byte)) here, found"
    case .unexpectedEnd: "The JSON text ends too early,"
    case .controlCharacter(let byte): "A string holds the raw control character \(Self.name(byte))"
    case .invalidUTF8: "The text is not UTF-8"
    case .loneSurrogate: "A string holds half a surrogate pair"
    case .invalidEscape: "A string holds a backslash that begins no escape of JSON"
    case .invalidNumber: "A number is not written as JSON demands"
    case .tooDeep(let limit): "Arrays and objects are nested more than \(limit) deep"
    case .duplicateMember: "A member of the message stands twice, the second time"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    guard byte > 0x20, byte < 0x7F else { return "0x\(String(byte, radix: 16, uppercase: true))" }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
