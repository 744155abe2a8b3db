import JSONRPC

/// The token that stands for a relayed token towards a plugin: its kind, then the call's id.
enum CallToken {
  static func id(for call: RequestID, _ kind: TokenKind) -> RequestID {
    var bytes: [UInt8] = [UInt8(ascii: "\""), kind.rawValue, UInt8(ascii: ":")]
    call.withBytes { written in
      let isString = written.first == UInt8(ascii: "\"")
      bytes.append(UInt8(ascii: isString ? "s" : "n"))
      bytes.append(contentsOf: isString ? written.dropFirst().dropLast() : written[...])
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes.withUnsafeBytes { RequestID(verbatim: $0) }
  }

  /// The call and the kind behind a token that a plugin sent back; nil for any other text.
  static func read(_ written: UnsafeRawBufferPointer) -> (call: RequestID, kind: TokenKind)? {
    guard written.count >= 6, written.first == UInt8(ascii: "\""),
      let kind = TokenKind(rawValue: written[1]), written[2] == UInt8(ascii: ":")
    else { return nil }
    let text = written[4..<(written.count - 1)]
    switch written[3] {
    case UInt8(ascii: "s"):
      let quoted = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
      return (quoted.withUnsafeBytes { RequestID(verbatim: $0) }, kind)
    case UInt8(ascii: "n"):
      return (RequestID(verbatim: UnsafeRawBufferPointer(rebasing: text)), kind)
    default: return nil
    }
  }
}
