/// What a host did that it must not do.
struct Failure: Error {
  /// One sentence for people.
  let message: String
  /// The rule that holds for every message and was broken; nil where those of the scenario were.
  var rule: String?
  /// JSON Pointer to the place in the message.
  var place: String?
  /// What should have come: a pattern, or words.
  var expected: String?
  /// What came instead, at the place.
  var found: String?
  /// All that came, as it came.
  var received: [UInt8]?

  /// Creates a failure.
  init(_ message: String, rule: String? = nil, received: [UInt8]? = nil) {
    self.message = message
    self.rule = rule
    self.received = received
  }
}
