/// One thing that a decoder found in a peer's bytes.
public enum Decoded {
  /// A complete frame.
  case frame(Frame)
  /// A line that a plugin printed and that is no message, without its line end: for the log. Of a very
  /// long line it is a piece, the others follow.
  case text(FrameSlice)
  /// Bytes that did not become a frame.
  case fault(DecodingFault)
}
