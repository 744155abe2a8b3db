/// How messages are cut out of a stream of bytes (`protocol/README.md`, transport).
public enum Framing: String, Equatable, Sendable {
  /// One JSON text per line; only byte 0x0A ends a line.
  case lines
  /// `Content-Length: N`, CRLF, CRLF, then N bytes, as in LSP.
  case headers
}
