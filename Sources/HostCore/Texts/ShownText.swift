import JSON

extension String {
  /// The text as front ends get it: U+0000 becomes U+FFFD, since some drop a message that holds one.
  var shown: String {
    guard utf8.contains(0) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.value == 0 ? "\u{FFFD}" : scalar) }
    return String(text)
  }
}

extension UnsafeRawBufferPointer {
  /// The string that a JSON value is, decoded; nil for any other value.
  var jsonString: String? {
    guard count >= 2, first == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    JSONCursor.appendUnescaped(UnsafeRawBufferPointer(rebasing: self[1..<(count - 1)]), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
