extension Matching {
  /// Applies one matcher.
  mutating func match(
    matcher name: String, _ argument: Value, _ found: Value?
  ) throws(Mismatch) {
    let holds =
      switch name {
      case "$any": found != nil
      case "$absent": found == nil
      case "$none": found == nil || found == .null
      case "$type": hasType(argument, found)
      case "$exact": found == argument
      case "$not": Pattern(argument).captures(of: found) == nil
      case "$contains": contains(argument, found)
      case "$atLeast": compare(found, argument) { $0 >= $1 }
      case "$atMost": compare(found, argument) { $0 <= $1 }
      case "$oneOf": argument.elements.map { matchesOne(of: $0, found) } ?? false
      case "$includes": includes(argument, found)
      case "$unordered": matchesUnordered(argument, found)
      case "$length": matchesLength(argument, found)
      case "$each": try matchEach(argument, found)
      case "$capture": capture(argument, found)
      default: false
      }
    guard holds else { throw mismatch(.object([(name, argument)]), found) }
  }

  private func hasType(_ argument: Value, _ found: Value?) -> Bool {
    let names = argument.elements?.compactMap(\.string) ?? [argument.string].compactMap(\.self)
    return found?.typeNames.contains { names.contains($0) } ?? false
  }

  private func contains(_ argument: Value, _ found: Value?) -> Bool {
    guard let part = argument.string, let text = found?.string else { return false }
    return text.utf8.contains(part.utf8)
  }

  private func compare(
    _ found: Value?, _ bound: Value, _ holds: (Double, Double) -> Bool
  ) -> Bool {
    guard case .number(let number)? = found, case .number(let bound) = bound else { return false }
    return holds(number.double, bound.double)
  }

  private mutating func matchesOne(of patterns: [Value], _ found: Value?) -> Bool {
    for pattern in patterns where attempt(pattern, found) { return true }
    return false
  }

  private mutating func includes(_ argument: Value, _ found: Value?) -> Bool {
    guard let patterns = argument.elements, let elements = found?.elements else { return false }
    for pattern in patterns {
      guard firstMatch(of: pattern, in: elements) != nil else { return false }
    }
    return true
  }

  private mutating func matchesUnordered(_ argument: Value, _ found: Value?) -> Bool {
    guard let patterns = argument.elements, var left = found?.elements,
      left.count == patterns.count
    else { return false }
    for pattern in patterns {
      guard let index = firstMatch(of: pattern, in: left) else { return false }
      left.remove(at: index)
    }
    return true
  }

  private mutating func firstMatch(of pattern: Value, in elements: [Value]) -> Int? {
    for (index, element) in elements.enumerated() where attempt(pattern, element) { return index }
    return nil
  }

  private mutating func matchesLength(_ argument: Value, _ found: Value?) -> Bool {
    guard let length = found?.elements?.count ?? found?.string?.unicodeScalars.count else {
      return false
    }
    return attempt(argument, Value(length))
  }

  private mutating func matchEach(
    _ argument: Value, _ found: Value?
  ) throws(Mismatch) -> Bool {
    guard let elements = found?.elements else { return false }
    for (index, element) in elements.enumerated() {
      try descend(String(index), argument, element)
    }
    return true
  }

  private mutating func capture(_ argument: Value, _ found: Value?) -> Bool {
    guard let name = argument.string, let found else { return false }
    captures[name] = found
    return true
  }
}

extension Value {
  /// The names that `$type` knows the value by.
  var typeNames: [String] {
    switch self {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .number(let number): number.isWhole ? ["integer", "number"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
