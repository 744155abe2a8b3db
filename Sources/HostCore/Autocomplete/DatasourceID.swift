/// The number of a datasource, written `d7` on the wire.
struct DatasourceID: NumberedID {
  static let prefix = "d"

  let number: UInt64
}

extension DatasourceID {
  /// Reads the token of a load, `d7.2`; nil for any other text.
  init?(token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    self.init(String(parts[0]))
  }
}
