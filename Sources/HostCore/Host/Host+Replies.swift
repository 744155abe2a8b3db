import HostProtocol
import JSON
import JSONRPC

/// Answers: every request gets one, through here.
extension Host {
  /// Answers with a result.
  mutating func reply(to address: ReplyAddress, with result: some JSONEncodable) {
    guard settle(address) else { return }
    compose(to: address) { composer in
      composer.beginAnswer(to: address.id)
      composer.writer.name("result")
      result.encode(into: &composer.writer)
      composer.writer.endObject()
    }
  }

  /// Answers with `{}`.
  mutating func reply(to address: ReplyAddress) {
    reply(to: address, with: Empty())
  }

  /// Answers with an error.
  mutating func reply(to address: ReplyAddress, with error: ResponseError) {
    guard settle(address) else { return }
    refuse(error, to: address)
  }

  /// Answers with a plugin's own `result` or `error`, byte for byte.
  mutating func reply(
    to address: ReplyAddress, relaying value: FrameSlice, isError: Bool, hasLineBreaks: Bool
  ) {
    guard settle(address) else { return }
    compose(to: address) { composer in
      composer.beginAnswer(to: address.id)
      composer.writer.name(isError ? "error" : "result")
      composer.relay(value, hasLineBreaks: hasLineBreaks)
      composer.writer.endObject()
    }
  }

  /// Answers a request that was never admitted, so that nothing is to be settled.
  mutating func refuse(_ error: ResponseError, to address: ReplyAddress) {
    refuse(error, id: address.id, to: address.peer, batch: address.batch)
  }

  mutating func refuse(_ error: ResponseError, id: RequestID?, to peer: Peer, batch: BatchID?) {
    counters.errors += 1
    let outgoing = effects.compose { $0.writeError(error, id: id) }
    deliver(outgoing, to: peer, batch: batch)
  }

  /// Tells a peer of a fault that answers no request, or none that could be read.
  mutating func sendError(_ error: ResponseError, id: RequestID?, to peer: Peer) {
    refuse(error, id: id, to: peer, batch: nil)
  }

  /// Sends a text that was gathered before, such as the answers of a batch.
  mutating func sendText(_ text: [UInt8], to peer: Peer) {
    guard !text.isEmpty else { return }
    effects.send(to: peer) { $0.writer.raw(text) }
  }

  /// Runs `body` on the open requests of a peer; nil where the peer is gone.
  @discardableResult
  mutating func withInbox<Result>(
    of peer: Peer, _ body: (inout Inbox) -> Result
  ) -> Result? {
    switch peer {
    case .frontEnd(let connection):
      guard let place = sessions.index(forKey: connection) else { return nil }
      return body(&sessions.values[place].inbox)
    case .plugin(let run):
      guard let index = runs[run] else { return nil }
      return body(&plugins[index.value].inbox)
    }
  }

  /// Removes the request from the open ones; false when it has been answered, or its peer is gone.
  private mutating func settle(_ address: ReplyAddress) -> Bool {
    withInbox(of: address.peer) { $0.settle(address.id) } ?? false
  }

  private mutating func compose(
    to address: ReplyAddress, _ body: (inout MessageComposer) -> Void
  ) {
    deliver(effects.compose(body), to: address.peer, batch: address.batch)
    closeIfDone(address.peer)
  }

  private mutating func deliver(_ outgoing: Outgoing, to peer: Peer, batch: BatchID?) {
    guard let batch else { return effects.append(.send(peer, outgoing)) }
    var text: [UInt8] = []
    effects.copy(outgoing, to: &text)
    guard let whole = withInbox(of: peer, { $0.addAnswer(text, to: batch) }) ?? nil else { return }
    sendText(whole, to: peer)
  }
}
