import JSON

extension ResponseError {
  /// Reads the value of a member `error` that the scanner has checked, its data byte for byte.
  ///
  /// No tree is built of the data: they are somebody else's, and a tree can't hold all of JSON.
  public init(verbatim text: UnsafeRawBufferPointer) {
    var code: Int?
    var message: String?
    var data: [UInt8] = []
    JSONCursor.members(of: text) { (name, value) in
      switch String(decoding: name, as: UTF8.self) {
      case "code": code = Int(String(decoding: value, as: UTF8.self))
      case "message": message = Self.text(ofString: value)
      case "data": data = Array(value)
      default: break
      }
    }
    self.init(
      code: code.map(ErrorCode.init(rawValue:)) ?? .internalError,
      message: message ?? String(decoding: text, as: UTF8.self), data: data)
  }

  /// The text of a JSON string, quotes and all.
  private static func text(ofString value: UnsafeRawBufferPointer) -> String? {
    guard value.count >= 2, value.first == UInt8(ascii: "\"") else { return nil }
    var text: [UInt8] = []
    JSONCursor.appendUnescaped(
      UnsafeRawBufferPointer(rebasing: value[1..<(value.count - 1)]), to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
