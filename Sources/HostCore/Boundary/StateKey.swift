public import HostProtocol

/// Which state a notification tells as a whole, so that a newer one makes it needless.
public struct StateKey: Hashable, Sendable {
  private let method: Method
  private let object: UInt64

  /// Creates the key of what `method` tells of the session's object with this number.
  public init(_ method: Method, of object: UInt64) {
    self.method = method
    self.object = object
  }
}
