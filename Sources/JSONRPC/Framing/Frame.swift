/// One complete frame of input and what the scanner found in it.
public struct Frame {
  /// What a frame holds.
  public enum Content: Equatable, Sendable {
    /// One message.
    case message(Envelope)
    /// A batch that is not empty, each element an envelope (perhaps an invalid one).
    case batch([Envelope])
    /// `[]`, answered with one -32600.
    case emptyBatch
    /// A batch of more than the limit; `count` elements were found.
    case oversizedBatch(count: Int)
    /// Not JSON, not UTF-8, nested too deeply, or with a member of the envelope twice (-32700, -32011);
    /// `id` is the top-level id where it could be read before or after the fault.
    case malformed(ScanFailure, id: Span)
  }

  /// The bytes of the frame: the JSON text, without header or line end.
  public let slice: FrameSlice
  /// What stands in it.
  public let content: Content

  /// Creates a frame.
  public init(slice: FrameSlice, content: Content) {
    self.slice = slice
    self.content = content
  }
}
