import JSON

// Shapes that JSON itself has no type for, for the generated types.

extension JSONValue {
  /// Reads the member `name`, which must be an object of any members.
  func requiredObject(_ name: String) throws(DecodingFailure) -> JSONValue {
    try object(name, required(name))
  }

  /// Reads the member `name`, which must be an object of any members where it is there.
  func optionalObject(_ name: String) throws(DecodingFailure) -> JSONValue? {
    guard let value: JSONValue = try optional(name) else { return nil }
    return try object(name, value)
  }

  /// Checks that exactly one of the members `names` is there.
  func requireExactlyOne(of names: [String]) throws(DecodingFailure) {
    try requireObject()
    let present = names.filter { self[$0].map { !$0.isNull } ?? false }
    guard present.count != 1 else { return }
    throw DecodingFailure(
      expected: "exactly one of \(names.joined(separator: ", "))",
      found: present.isEmpty ? "nothing" : present.joined(separator: " and "))
  }

  /// Checks that the value is an array of `count` elements.
  func requireArray(count: Int) throws(DecodingFailure) {
    guard kind == .array else { throw DecodingFailure(expected: "array", found: self) }
    guard self.count == count else {
      throw DecodingFailure(expected: "array of \(count)", found: "array of \(self.count)")
    }
  }

  /// Reads the integer at `index` of an array, which must be in `range`.
  func element(_ index: Int, in range: PartialRangeFrom<Int>) throws(DecodingFailure) -> Int {
    do throws(DecodingFailure) {
      guard let element = self[index] else {
        throw DecodingFailure(expected: Int.schemaType, found: "nothing")
      }
      let value = try Int(json: element)
      guard range.contains(value) else {
        throw DecodingFailure(
          expected: "integer of at least \(range.lowerBound)", found: "\(value)")
      }
      return value
    } catch {
      throw error.inside(String(index))
    }
  }

  private func object(_ name: String, _ value: JSONValue) throws(DecodingFailure) -> JSONValue {
    do {
      try value.requireObject()
      return value
    } catch {
      throw error.inside(name)
    }
  }
}
