// What a plugin prints by accident: told line by line, up to a quota.

extension FrameDecoder {
  /// 16 KiB: what is told at once of a line of text that does not end.
  static let longestTextPiece = 16 << 10

  /// Looks for the end of a line of text, or tells what has come of it when that is much.
  mutating func scanText() -> Step {
    guard junkCount <= limits.junk else { return endForJunk() }
    scanned = input.bytes.lineFeed(from: scanned)
    if scanned < input.count {
      let text = takeText(lineLength)
      finishMessage(scanned + 1)
      return .decoded(text)
    }
    guard scanned >= Self.longestTextPiece else { return .needsInput }
    return .decoded(takeTextPiece())
  }

  /// What has come of a line of text that goes on.
  mutating func takeTextPiece() -> Decoded {
    let text = takeText(scanned)
    finishMessage(scanned)
    phase = .text
    return text
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
