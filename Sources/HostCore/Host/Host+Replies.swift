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

  /// Answers a plugin that asked; an effect in an answer gets none.
  mutating func reply(to caller: Caller, with result: some JSONEncodable) {
    if let address = caller.address { reply(to: address, with: result) }
  }

  /// Answers a plugin that asked with `{}`; an effect in an answer gets none.
  mutating func reply(to caller: Caller) {
    if let address = caller.address { reply(to: address) }
  }

  /// Answers with an error.
  mutating func reply(to address: ReplyAddress, with error: ResponseError) {
    guard settle(address) else { return }
    refuse(error, to: address)
  }

  // MARK: What may not be lost

  /// Answers a request that outlives its connection: without one, when the session is resumed.
  mutating func answer(_ address: ReplyAddress, with result: some JSONEncodable) {
    var writer = JSONWriter()
    result.encode(into: &writer)
    deliver(WaitingAnswer(address: address, outcome: .success(writer.bytes)))
  }

  /// Answers a request that outlives its connection with an error.
  mutating func answer(_ address: ReplyAddress, with error: ResponseError) {
    deliver(WaitingAnswer(address: address, outcome: .failure(error)))
  }

  /// Gives the answer, or keeps it until its session is resumed; the request stays open so long.
  mutating func deliver(_ answer: WaitingAnswer) {
    if case .session(let session) = answer.address.party, sessions[session]?.phase == .detached {
      sessions[session]?.waitingAnswers.append(answer)
      return
    }
    switch answer.outcome {
    case .success(let text): reply(to: answer.address, with: WrittenResult(text: text))
    case .failure(let error): reply(to: answer.address, with: error)
    }
  }

  /// Tells a party something; without a connection, when the session is resumed.
  mutating func sendOrKeep(to party: Party, _ body: (inout MessageComposer) -> Void) {
    guard case .session(let session) = party, sessions[session]?.phase == .detached else {
      return send(to: party, body)
    }
    let outgoing = effects.compose(body)
    var text: [UInt8] = []
    effects.copy(outgoing, to: &text)
    sessions[session]?.waitingNotices.append(text)
  }

  // MARK: Plugins' own answers

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
    refuse(error, id: address.id, to: address.party, batch: address.batch)
  }

  mutating func refuse(_ error: ResponseError, id: RequestID?, to party: Party, batch: BatchID?) {
    counters.errors += 1
    let outgoing = effects.compose { $0.writeError(error, id: id) }
    deliver(outgoing, to: party, batch: batch)
  }

  /// Tells a peer of a fault that answers no request, or none that could be read.
  mutating func sendError(_ error: ResponseError, id: RequestID?, to party: Party) {
    refuse(error, id: id, to: party, batch: nil)
  }

  /// Sends a text that was gathered before, such as the answers of a batch.
  mutating func sendText(_ text: [UInt8], to party: Party) {
    guard !text.isEmpty else { return }
    send(to: party) { $0.writer.raw(text) }
  }

  /// Composes a message for a party; one that can't be reached now gets none.
  mutating func send(to party: Party, _ body: (inout MessageComposer) -> Void) {
    guard let peer = peer(of: party) else { return }
    effects.send(to: peer, body)
  }

  /// The peer that a party is behind; nil for a session without a connection.
  private func peer(of party: Party) -> Peer? {
    switch party {
    case .session(let session): sessions[session]?.connection.map { .frontEnd($0) }
    case .plugin(let run): .plugin(run)
    }
  }

  /// Runs `body` on the open requests of a party; nil where the party is gone.
  @discardableResult
  mutating func withInbox<Result>(
    of party: Party, _ body: (inout Inbox) -> Result
  ) -> Result? {
    switch party {
    case .session(let session):
      guard let place = sessions.index(forKey: session) else { return nil }
      return body(&sessions.values[place].inbox)
    case .plugin(let run):
      guard let index = runs[run] else { return nil }
      return body(&plugins[index.value].inbox)
    }
  }

  /// Removes the request from the open ones; false when it has been answered, or its party is gone.
  private mutating func settle(_ address: ReplyAddress) -> Bool {
    withInbox(of: address.party) { $0.settle(address) } ?? false
  }

  private mutating func compose(
    to address: ReplyAddress, _ body: (inout MessageComposer) -> Void
  ) {
    deliver(effects.compose(body), to: address.party, batch: address.batch)
    closeIfDone(address.party)
  }

  private mutating func deliver(_ outgoing: Outgoing, to party: Party, batch: BatchID?) {
    // An answer that comes after its connection was lost leaves alone: its batch went with it.
    guard let batch, withInbox(of: party, { $0.gathers(batch) }) == true else {
      if let peer = peer(of: party) { effects.append(.send(peer, outgoing)) }
      return
    }
    var text: [UInt8] = []
    effects.copy(outgoing, to: &text)
    guard let whole = withInbox(of: party, { $0.addAnswer(text, to: batch) }) ?? nil else { return }
    sendText(whole, to: party)
  }
}

/// A result that is JSON text already.
private struct WrittenResult: JSONEncodable {
  let text: [UInt8]

  func encode(into writer: inout JSONWriter) { writer.raw(text) }
}
