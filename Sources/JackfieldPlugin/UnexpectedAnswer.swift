/// An answer that is not of the type that was expected.
public struct UnexpectedAnswer: Error, CustomStringConvertible {
  /// The method that was answered so.
  public let method: String
  /// What is wrong, in one sentence.
  public let reason: String

  /// The method and the reason.
  public var description: String { "the answer to \(method) can't be used: \(reason)" }
}
