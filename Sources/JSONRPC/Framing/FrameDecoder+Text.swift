// What a plugin prints by accident: told line by line, up to a quota.

extension FrameDecoder {
  /// 16 KiB: what is told at once of a line of text that does not end.
  static let longestTextPiece = 16 << 10

  /// Looks for the end of a line of text.
  mutating func scanText() -> Step {
    guard junkCount <= limits.junk else { return endForJunk() }
    let bytes = input.bytes
    let feed = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n"))
    scanned = feed ?? bytes.count
    guard feed != nil || scanned >= Self.longestTextPiece else { return .needsInput }
    let endsInReturn = feed != nil && scanned > 0 && bytes[scanned - 1] == UInt8(ascii: "\r")
    let text = takeText(endsInReturn ? scanned - 1 : scanned)
    if feed != nil {
      finishMessage(scanned + 1)
    } else {
      finishMessage(scanned)
      phase = .text
    }
    return .decoded(text)
  }

  /// The first `count` bytes as text.
  mutating func takeText(_ count: Int) -> Decoded {
    // A blank line costs something, too.
    junkCount += count + 1
    return .text(input.slice(0..<count))
  }

  /// Ends a plugin that prints and does not talk.
  mutating func endForJunk() -> Step {
    end(
      .tooMuchJunk(limit: limits.junk),
      "More than \(limits.junk) bytes of text that is no message, without a message between.")
  }
}
