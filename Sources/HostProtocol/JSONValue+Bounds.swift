import JSON

// Members with bounds, for the generated types. A failure says what the bounds are and what stood there.

extension JSONValue {
  /// Reads the number `name`, which must be in `range`.
  func required<T: BoundedNumber>(
    _ name: String, in range: ClosedRange<T>
  ) throws(DecodingFailure) -> T {
    try check(
      name, required(name), "from \(range.lowerBound.text) to \(range.upperBound.text)",
      range.contains)
  }

  /// Reads the number `name`, which must be in `range`.
  func required<T: BoundedNumber>(
    _ name: String, in range: PartialRangeFrom<T>
  ) throws(DecodingFailure) -> T {
    try check(name, required(name), "of at least \(range.lowerBound.text)", range.contains)
  }

  /// Reads the number `name`, which must be in `range` where it is there.
  func optional<T: BoundedNumber>(
    _ name: String, in range: ClosedRange<T>
  ) throws(DecodingFailure) -> T? {
    guard let value: T = try optional(name) else { return nil }
    return try check(
      name, value, "from \(range.lowerBound.text) to \(range.upperBound.text)", range.contains)
  }

  /// Reads the number `name`, which must be in `range` where it is there.
  func optional<T: BoundedNumber>(
    _ name: String, in range: PartialRangeFrom<T>
  ) throws(DecodingFailure) -> T? {
    guard let value: T = try optional(name) else { return nil }
    return try check(name, value, "of at least \(range.lowerBound.text)", range.contains)
  }

  /// Reads the array `name`, which must have so many elements.
  func required<T: JSONDecodable>(
    _ name: String, count range: ClosedRange<Int>
  ) throws(DecodingFailure) -> [T] {
    try check(name, required(name), "\(range.lowerBound) to \(range.upperBound)", range.contains)
  }

  /// Reads the array `name`, which must have so many elements.
  func required<T: JSONDecodable>(
    _ name: String, count range: PartialRangeFrom<Int>
  ) throws(DecodingFailure) -> [T] {
    try check(name, required(name), "at least \(range.lowerBound)", range.contains)
  }

  /// Reads the array `name`, which must have so many elements where it is there.
  func optional<T: JSONDecodable>(
    _ name: String, count range: ClosedRange<Int>
  ) throws(DecodingFailure) -> [T]? {
    guard let value: [T] = try optional(name) else { return nil }
    return try check(name, value, "\(range.lowerBound) to \(range.upperBound)", range.contains)
  }

  private func check<T: BoundedNumber>(
    _ name: String, _ value: T, _ bounds: @autoclosure () -> String, _ isAllowed: (T) -> Bool
  ) throws(DecodingFailure) -> T {
    guard !isAllowed(value) else { return value }
    let expected = "\(T.schemaType) \(bounds())"
    throw DecodingFailure(expected: expected, found: value.text).inside(name)
  }

  private func check<T>(
    _ name: String, _ value: [T], _ bounds: @autoclosure () -> String, _ isAllowed: (Int) -> Bool
  ) throws(DecodingFailure) -> [T] {
    guard !isAllowed(value.count) else { return value }
    let expected = "array of \(bounds())"
    throw DecodingFailure(expected: expected, found: "array of \(value.count)").inside(name)
  }
}

/// A number that a member's bounds can be given in.
protocol BoundedNumber: Comparable, JSONDecodable, JSONEncodable {}

extension Int: BoundedNumber {}
extension Double: BoundedNumber {}

extension BoundedNumber {
  /// The number as JSON writes it.
  fileprivate var text: String { String(decoding: jsonBytes(), as: UTF8.self) }
}
