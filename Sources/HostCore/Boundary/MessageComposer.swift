public import JSON
public import JSONRPC

/// Writes one outgoing message as pieces: text of the host's own, and relayed bytes that stay where they are.
public struct MessageComposer {
  /// The writer for the host's own text; values go through it with commas kept right.
  public var writer: JSONWriter
  private(set) var pieces: [Piece]
  private let firstPiece: Int
  private var pendingText: Int
  private var count = 0

  init(text: [UInt8], pieces: [Piece]) {
    firstPiece = pieces.count
    pendingText = text.count
    self.pieces = pieces
    writer = JSONWriter(appendingTo: text)
  }

  var text: [UInt8] { writer.bytes }

  /// Puts a relayed JSON value where a value may stand.
  public mutating func relay(_ slice: FrameSlice, hasLineBreaks: Bool) {
    writer.raw([])
    relayFragment(slice, hasLineBreaks: hasLineBreaks)
  }

  /// Puts relayed bytes that are only a part of a value; the caller joins the parts.
  mutating func relayFragment(_ slice: FrameSlice, hasLineBreaks: Bool) {
    flushText()
    pieces.append(.relayed(slice, hasLineBreaks: hasLineBreaks))
    count += slice.count
  }

  mutating func finish() -> Outgoing {
    flushText()
    return Outgoing(pieces: firstPiece..<pieces.count, count: count)
  }

  private mutating func flushText() {
    let end = writer.bytes.count
    guard end > pendingText else { return }
    pieces.append(.text(pendingText..<end))
    count += end - pendingText
    pendingText = end
  }
}
