/// Input of a peer that did not become a frame.
public struct DecodingFault: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Kind: Equatable, Sendable {
    /// The bytes can't be framed: a bad header, a wrong framing. The stream is of no more use.
    case unframeable
    /// A message over the limit; it is skipped to its end and the stream goes on.
    case tooLarge(limit: Int)
    /// The stream ended inside a frame.
    case truncated
    /// A plugin printed more text that is no message than its quota allows.
    case tooMuchJunk(limit: Int)
  }

  /// What was wrong.
  public let kind: Kind
  /// One sentence for people: what was found, what was expected, a bounded quotation of the bytes.
  public let explanation: String
  /// The top-level id of the message, as written, where it could be read; empty otherwise.
  public let id: [UInt8]

  /// Creates a fault.
  public init(kind: Kind, explanation: String, id: [UInt8] = []) {
    self.kind = kind
    self.explanation = explanation
    self.id = id
  }

  /// Whether nothing more can be read from the stream.
  public var isFatal: Bool {
    switch kind {
    case .unframeable, .truncated, .tooMuchJunk: true
    case .tooLarge: false
    }
  }
}
