/// Where a value is not what a pattern says.
struct Mismatch: Error {
  /// JSON Pointer to the place.
  let place: String
  /// What should stand there: a part of the pattern.
  let expected: Value
  /// What stands there; nil for nothing.
  let found: Value?
}
