extension JSONValue {
  /// Reads the member `name`.
  ///
  /// - Throws: `DecodingFailure` with the path `/name` where the member is missing (found `nothing`),
  ///   `null`, or of another shape; with an empty path where the value is no object.
  public func required<T: JSONDecodable>(_ name: String) throws(DecodingFailure) -> T {
    try requireObject()
    do throws(DecodingFailure) {
      // Null means the same as absence, unless any value is welcome.
      guard let member = self[name], !member.isNull || T.self == JSONValue.self else {
        throw DecodingFailure(expected: T.schemaType, found: "nothing")
      }
      return try T(json: member)
    } catch {
      throw error.inside(name)
    }
  }

  /// Reads the member `name`; nil where it is missing or `null`, which mean the same.
  ///
  /// - Throws: `DecodingFailure` with the path `/name` where the member is of another shape; with an
  ///   empty path where the value is no object.
  public func optional<T: JSONDecodable>(_ name: String) throws(DecodingFailure) -> T? {
    try requireObject()
    guard let member = self[name], !member.isNull else { return nil }
    do {
      return try T(json: member)
    } catch {
      throw error.inside(name)
    }
  }

  /// Checks that the value can be read as an object: it is one, or `[]`, which stands for the empty one
  /// since some languages can't tell them apart.
  public func requireObject() throws(DecodingFailure) {
    guard kind == .object || (kind == .array && count == 0) else {
      throw DecodingFailure(expected: "object", found: self)
    }
  }
}
