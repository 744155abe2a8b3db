/// A test that took longer than its host had patience.
public struct TestTimeout: Error, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ patience: Duration) {
    description = "the test was not done after \(patience); a plugin may owe an answer"
  }
}
