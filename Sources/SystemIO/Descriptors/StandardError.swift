import Glibc

/// Standard error, for the sentence of a process that can't go on.
public enum StandardError {
  /// Writes a text (`write`); nothing happens where nobody reads it.
  public static func write(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.span.bytes.withUnsafeBytes {
        Glibc.write(2, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      guard count > 0 || errno == EINTR else { return }
      written += max(0, count)
    }
  }
}
