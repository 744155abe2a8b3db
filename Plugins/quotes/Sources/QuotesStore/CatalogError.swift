/// Why a file is no catalogue of quotations.
public struct CatalogError: Error, Equatable, Sendable {
  /// The file.
  public let path: String
  /// What is wrong with it, and where in it, without the path.
  public let reason: String

  /// Creates an error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

extension CatalogError: CustomStringConvertible {
  /// One sentence that names the file.
  public var description: String { "\(path): \(reason)" }
}
