/// The number of a call; a connection never uses one twice.
public struct CallID: Hashable, Sendable {
  /// The number, which is the request's id on the wire.
  let number: Int64
}
