/// The effects of one event, with the bytes that they refer to; reused from turn to turn.
public struct Effects {
  /// What to do, in order.
  public internal(set) var list: [Effect] = []
  /// The pieces of the messages in `list`.
  public internal(set) var pieces: [Piece] = []
  /// The text of the pieces that the host wrote itself.
  public internal(set) var text: [UInt8] = []

  /// Creates an empty list.
  public init() {}

  /// Forgets everything and keeps the storage, so that a relayed message allocates nothing.
  public mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }
}
