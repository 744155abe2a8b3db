/// Why the stored quotations can't be used; what is in the file stays as it is.
public struct LibraryError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The file is no database any more, or one that lost something; see `QuoteLibrary.moveAside`.
    case damaged
    /// A newer program made it.
    case newer
    /// Another program made it, for something else.
    case foreign
    /// Somebody took its name away, or gave it to another file, while it was open.
    case moved
    /// Another process kept it locked for as long as we wait.
    case busy
    /// It can't be made, read or written: rights, a full disk, a folder in its place.
    case inaccessible
  }

  /// What is wrong.
  public let kind: Kind
  /// The file.
  public let path: String
  /// A sentence for people, without the path.
  public let reason: String

  /// Creates an error.
  public init(_ kind: Kind, path: String, reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }
}

extension LibraryError: CustomStringConvertible {
  /// One sentence that names the file.
  public var description: String { "\(path): \(reason)" }
}
