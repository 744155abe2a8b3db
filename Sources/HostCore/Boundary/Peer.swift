/// One connection of a front end; the shell numbers them and never uses a number twice.
public struct ConnectionID: Hashable, Sendable {
  /// The number.
  public let number: UInt32

  /// Creates the id of connection `number`.
  public init(_ number: UInt32) { self.number = number }
}

/// One start of one plugin's process; the core numbers them and never uses a number twice.
public struct RunID: Hashable, Sendable {
  /// The number.
  public let number: UInt32

  /// Creates the id of run `number`.
  public init(_ number: UInt32) { self.number = number }
}

/// Who is at the other end of a stream of messages.
public enum Peer: Hashable, Sendable {
  /// A front end.
  case frontEnd(ConnectionID)
  /// A running plugin.
  case plugin(RunID)
}
