import JSONRPC

/// The effects of one event, with the bytes that they refer to; reused from turn to turn.
public struct Effects {
  /// What to do, in order.
  public private(set) var list: [Effect] = []
  /// The pieces of the messages in `list`.
  public private(set) var pieces: [Piece] = []
  /// The text of the pieces that the host wrote itself.
  public private(set) var text: [UInt8] = []

  /// Creates an empty list.
  public init() {}

  /// Forgets everything and keeps the storage, so that a relayed message allocates nothing.
  public mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// Appends an effect that has no bytes of its own.
  public mutating func append(_ effect: Effect) {
    list.append(effect)
  }

  /// Composes a message and queues it for `peer`; with `state` it tells the whole of that state.
  public mutating func send(
    to peer: Peer, wholeOf state: StateKey? = nil, _ body: (inout MessageComposer) -> Void
  ) {
    var outgoing = compose(body)
    outgoing.state = state
    list.append(.send(peer, outgoing))
  }

  /// Composes a message without sending it, for a batch that gathers its answers.
  mutating func compose(_ body: (inout MessageComposer) -> Void) -> Outgoing {
    var composer = MessageComposer(text: exchange(&text), pieces: exchange(&pieces))
    body(&composer)
    let outgoing = composer.finish()
    text = composer.text
    pieces = composer.pieces
    return outgoing
  }

  /// Appends the whole text of a composed message to `bytes`.
  func copy(_ outgoing: Outgoing, to bytes: inout [UInt8]) {
    for piece in pieces[outgoing.pieces] {
      switch piece {
      case .text(let range): bytes.append(contentsOf: text[range])
      case .relayed(let slice, _): bytes.append(contentsOf: slice.bytes)
      }
    }
  }

  /// Takes an array out of its variable, so that it is written to in place.
  private func exchange<Element>(_ array: inout [Element]) -> [Element] {
    var taken: [Element] = []
    swap(&taken, &array)
    return taken
  }
}
