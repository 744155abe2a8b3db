/// The number of a datasource, written `d7` on the wire.
struct DatasourceID: Hashable, CustomStringConvertible {
  let number: UInt64

  var description: String { "d\(number)" }

  init(number: UInt64) {
    self.number = number
  }

  /// Reads the token of a load, `d7.2`; nil for any other text.
  init?(token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].first == "d", let number = UInt64(parts[0].dropFirst()) else {
      return nil
    }
    self.number = number
  }
}
