/// The other end of the connection is gone, or going: it answers nothing any more.
public struct ConnectionEnded: Error, CustomStringConvertible {
  /// The sentence.
  public let description = "the connection has ended"

  /// Creates the error.
  public init() {}
}
