import HostProtocol
import JSON
import JSONRPC

/// Taking frames apart: single messages, batches, and what is no message.
extension Host {
  mutating func receive(_ frame: Frame, from peer: Peer) {
    guard let party = listening(to: peer) else { return }
    switch frame.content {
    case .message(let envelope):
      receive(Inbound(envelope: envelope, frame: frame.slice, party: party, batch: nil))
    case .batch(let envelopes):
      receiveBatch(envelopes, in: frame.slice, from: party)
    case .emptyBatch:
      sendError(.invalidRequest("A batch must not be empty."), id: nil, to: party)
    case .oversizedBatch(let count):
      sendError(
        .oversizedBatch(count: count, limit: configuration.limits.batchElements), id: nil, to: party
      )
    case .malformed(let failure, let id):
      receiveMalformed(failure, id: frame.slice[id], from: party)
    }
  }

  /// Who speaks, if messages of this peer still count: late ones of a closed session or a past run do
  /// not.
  private func listening(to peer: Peer) -> Party? {
    switch peer {
    case .frontEnd(let connection):
      guard let session = connections[connection], sessions[session]?.phase != .closing else {
        return nil
      }
      return .session(session)
    case .plugin(let run): return runs[run] == nil ? nil : .plugin(run)
    }
  }

  private mutating func receiveBatch(
    _ envelopes: [Envelope], in frame: FrameSlice, from party: Party
  ) {
    guard let batch = withInbox(of: party, { $0.openBatch() }) else { return }
    for envelope in envelopes {
      receive(Inbound(envelope: envelope, frame: frame, party: party, batch: batch))
    }
    if let text = withInbox(of: party, { $0.closeBatch(batch) }) ?? nil {
      sendText(text, to: party)
    }
    closeIfDone(party)
  }

  private mutating func receive(_ message: Inbound) {
    switch message.envelope.kind {
    case .request: receiveRequest(message)
    case .notification: receiveNotification(message)
    case .response: receiveResponse(message)
    case .invalid(let reason): receiveInvalid(message, reason)
    }
  }

  private mutating func receiveRequest(_ message: Inbound) {
    counters.requests += 1
    let limit = configuration.limits.idBytes
    guard message.envelope.id.count <= limit else {
      return refuseInvalid(
        message, .invalidRequest("An id is at most \(limit) bytes long."), id: nil)
    }
    let address = message.address(serial: counters.requests)
    if let batch = message.batch {
      withInbox(of: message.party) { $0.expectAnswer(in: batch) }
    }
    do {
      try admit(address)
    } catch {
      refuse(error, to: address)
      return
    }
    do {
      switch message.party {
      case .session(let session): try serve(message, at: address, of: session)
      case .plugin(let run): try serve(message, at: address, ofPlugin: run)
      }
    } catch {
      reply(to: address, with: error)
    }
  }

  private mutating func admit(_ address: ReplyAddress) throws(ResponseError) {
    let limit = configuration.limits.requestsInFlight
    switch address.party {
    case .session(let session):
      try sessions[session]?.inbox.admit(address, limit: limit)
    case .plugin(let run):
      guard let index = runs[run] else { return }
      try plugins[index.value].inbox.admit(address, limit: limit)
    }
  }

  private mutating func receiveNotification(_ message: Inbound) {
    counters.notifications += 1
    switch message.party {
    case .session(let session): notified(message, by: session)
    case .plugin(let run): notified(message, byPlugin: run)
    }
  }

  private mutating func receiveResponse(_ message: Inbound) {
    guard case .plugin(let run) = message.party, let index = runs[run] else {
      // The host asks front ends nothing, so this answers nothing.
      counters.lateAnswers += 1
      return
    }
    answered(message, by: index)
  }

  // MARK: What is no message

  private mutating func receiveInvalid(_ message: Inbound, _ reason: InvalidEnvelope) {
    counters.malformed += 1
    let envelope = message.envelope
    let id = envelope.id.isPresent && reason != .wrongIDType ? message.id : nil
    if case .plugin(let run) = message.party, let index = runs[run], !envelope.method.isPresent {
      note("it sent a message that is none: \(reason.explanation)", in: index)
      guard let id else { return }
      malformedAnswer(to: id, of: index, reason.explanation)
      return
    }
    refuseInvalid(message, .invalidRequest(reason.explanation), id: id)
  }

  /// Answers a message that is no request, as a member of its batch where it is in one.
  private mutating func refuseInvalid(
    _ message: Inbound, _ error: ResponseError, id: RequestID?
  ) {
    guard let batch = message.batch else { return sendError(error, id: id, to: message.party) }
    withInbox(of: message.party) { $0.expectAnswer(in: batch) }
    refuse(error, id: id, to: message.party, batch: batch)
  }

  private mutating func receiveMalformed(
    _ failure: ScanFailure, id: FrameSlice, from party: Party
  ) {
    counters.malformed += 1
    switch party {
    case .session:
      sendError(.unparsable(failure), id: nil, to: party)
    case .plugin(let run):
      guard let index = runs[run] else { return }
      note("it sent a message that can't be read: \(failure.explanation)", in: index)
      guard id.count > 0 else { return }
      malformedAnswer(to: RequestID(verbatim: id.bytes), of: index, failure.explanation)
    }
  }

  mutating func decodingFailed(_ fault: DecodingFault, from peer: Peer) {
    counters.malformed += 1
    switch peer {
    case .frontEnd(let connection): decodingFailed(fault, from: connection)
    case .plugin(let run): decodingFailed(fault, fromPlugin: run)
    }
  }

  private mutating func decodingFailed(_ fault: DecodingFault, from connection: ConnectionID) {
    guard let session = connections[connection] else { return }
    let party = Party.session(session)
    switch fault.kind {
    case .tooLarge(let limit):
      let id = fault.id.withUnsafeBytes { $0.isEmpty ? nil : RequestID(verbatim: $0) }
      sendError(.tooLarge(fault.explanation, limit: limit), id: id, to: party)
    case .unframeable, .tooMuchJunk:
      sendError(.parseError(fault.explanation), id: nil, to: party)
      beginClosing(session)
    case .truncated:
      // A peer that closed only its sending side still reads; the end of input follows.
      sendError(.parseError(fault.explanation), id: nil, to: party)
    }
  }

  private mutating func decodingFailed(_ fault: DecodingFault, fromPlugin run: RunID) {
    guard let index = runs[run] else { return }
    note(fault.explanation, in: index)
    guard !fault.isFatal else { return pluginFailed(run, fault.explanation) }
    guard !fault.id.isEmpty else { return }
    let id = fault.id.withUnsafeBytes { RequestID(verbatim: $0) }
    settleCall(id, of: index, with: .tooLarge(fault.explanation))
  }
}
