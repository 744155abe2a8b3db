import CJansson

extension JSONValue {
  /// Parses a whole text that holds one value of any kind (`json_loadb`).
  ///
  /// Duplicate members are an error, U+0000 in strings is not. The bytes are not needed afterwards.
  public static func parse(_ text: UnsafeRawBufferPointer) throws(JSONParseError) -> JSONValue {
    // libjansson overlooks a byte 0 behind a number or a literal; JSON allows it nowhere.
    if let place = text.firstIndex(of: 0) { throw JSONParseError(zeroByteAt: place, in: text) }
    var failure = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    // libjansson wants a pointer also where there are no bytes.
    let tree = "".withCString { nothing in
      json_loadb(start ?? nothing, text.count, Int(flags), &failure)
    }
    guard let tree else { throw JSONParseError(failure) }
    return JSONValue(root: JSONRoot(owning: tree))
  }

  /// Parses a whole text; see `parse(_:)` for raw bytes.
  public static func parse(_ text: [UInt8]) throws(JSONParseError) -> JSONValue {
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONParseError) in try parse(bytes) }
    }
    return try result.get()
  }

  /// Parses a whole text; see `parse(_:)` for raw bytes.
  public static func parse(_ text: String) throws(JSONParseError) -> JSONValue {
    try parse(Array(text.utf8))
  }
}
