/// What a value must look like (`protocol/conformance/README.md`, patterns).
///
/// Objects match with further members in the value; an object whose names all begin with `$` is a
/// matcher. Variables have been replaced before.
struct Pattern {
  /// The pattern as it stands in the scenario.
  let value: Value

  /// Wraps a value whose variables have been replaced.
  init(_ value: Value) {
    self.value = value
  }

  /// Whether `found` matches, and what is captured of it if it does.
  func captures(of found: Value?) -> Captures? {
    do {
      return try match(found)
    } catch {
      return nil
    }
  }

  /// Matches a whole value.
  ///
  /// - Returns: What the pattern captures of it.
  func match(_ found: Value?) throws(Mismatch) -> Captures {
    var matching = Matching(place: "")
    try matching.match(value, found)
    return matching.captures
  }
}

/// Values of variables by their names.
typealias Captures = [String: Value]

/// One attempt to match, at one place of the value.
struct Matching {
  /// JSON Pointer to the place.
  let place: String
  /// What has been captured so far.
  var captures: Captures = [:]

  init(place: String) {
    self.place = place
  }

  /// Matches what stands at the place; nil for nothing.
  mutating func match(_ pattern: Value, _ found: Value?) throws(Mismatch) {
    switch pattern {
    case .object(let members) where Matching.isMatcher(members):
      for (name, argument) in members { try match(matcher: name, argument, found) }
    case .object(let members):
      guard case .object? = found else { throw mismatch(pattern, found) }
      for member in members {
        try descend(JSONPointer.escape(member.name), member.value, found?[member.name])
      }
    case .array(let patterns):
      guard let elements = found?.elements, elements.count == patterns.count else {
        throw mismatch(pattern, found)
      }
      for (index, pattern) in patterns.enumerated() {
        try descend(String(index), pattern, elements[index])
      }
    case .null, .boolean, .number, .string:
      guard found == pattern else { throw mismatch(pattern, found) }
    }
  }

  /// Matches a part of what stands at the place.
  mutating func descend(
    _ step: String, _ pattern: Value, _ found: Value?
  ) throws(Mismatch) {
    var part = Matching(place: "\(place)/\(step)")
    try part.match(pattern, found)
    captures.merge(part.captures) { _, new in new }
  }

  /// Whether the pattern matches here; what it captures is kept only if it does.
  mutating func attempt(_ pattern: Value, _ found: Value?) -> Bool {
    guard let attempt = Pattern(pattern).captures(of: found) else { return false }
    captures.merge(attempt) { _, new in new }
    return true
  }

  func mismatch(_ expected: Value, _ found: Value?) -> Mismatch {
    Mismatch(place: place, expected: expected, found: found)
  }

  private static func isMatcher(_ members: [Value.Member]) -> Bool {
    !members.isEmpty && members.allSatisfy { $0.name.hasPrefix("$") }
  }
}
