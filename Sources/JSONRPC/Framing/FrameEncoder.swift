/// Puts JSON texts into frames; nothing is allocated where the array has room.
public enum FrameEncoder {
  /// Appends what stands before a text of `count` bytes: exactly `Content-Length: N` and an empty line,
  /// or nothing. Some clients read no other header, and no header at all in lines.
  public static func appendStart(_ framing: Framing, count: Int, to bytes: inout [UInt8]) {
    guard framing == .headers else { return }
    bytes.append(contentsOf: "Content-Length: ".utf8)
    bytes.append(contentsOf: String(count).utf8)
    bytes.append(contentsOf: "\r\n\r\n".utf8)
  }

  /// Appends what stands behind a text: a line feed, or nothing.
  public static func appendEnd(_ framing: Framing, to bytes: inout [UInt8]) {
    if framing == .lines { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Appends a JSON text with line feeds and carriage returns turned into blanks.
  ///
  /// In valid JSON these only ever stand between tokens, and peers that use lines must not get them.
  public static func appendOnOneLine(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + text.count)
    for byte in text {
      bytes.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
    }
  }

  /// Appends a whole frame with the JSON text `text`.
  public static func append(
    _ text: UnsafeRawBufferPointer, _ framing: Framing, to bytes: inout [UInt8]
  ) {
    appendStart(framing, count: text.count, to: &bytes)
    switch framing {
    case .headers: bytes.append(contentsOf: text)
    case .lines: appendOnOneLine(text, to: &bytes)
    }
    appendEnd(framing, to: &bytes)
  }
}
