public import JSON

extension JSONWriter {
  /// Writes a member, `null` where there is no value.
  public mutating func nullableMember<T: JSONEncodable>(_ name: StaticString, _ value: T?) {
    self.name(name)
    if let value {
      value.encode(into: &self)
    } else {
      null()
    }
  }
}
