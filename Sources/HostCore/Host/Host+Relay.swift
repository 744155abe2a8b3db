import HostProtocol
import JSON
import JSONRPC

/// A plugin's own methods and topics, passed on without being parsed (protocol, section 1, Relay).
extension Host {
  /// Passes a request on to the plugin that the method's first part names.
  mutating func relayRequest(_ message: Inbound, at address: ReplyAddress) throws(ResponseError) {
    let target = try relayTarget(message)
    let causes = try causes(of: message, calling: target)
    counters.relayed += 1
    let tokens = tokens(of: message)
    let budget = message.budget(within: callLimit(of: target))
    let id = try call(
      target, .relayed(message.frame, message.envelope), for: .relay(address, tokens),
      cause: address, causes: causes, budget: budget, subject: subject(of: address, causes))
    withInbox(of: message.party) { inbox in
      inbox.assign(address.id, to: .plugin(target, id))
      if let token = tokens.partialResult {
        inbox.register(token: token, .init(plugin: target, call: id, kind: .partialResult))
      }
      if let token = tokens.workDone {
        inbox.register(token: token, .init(plugin: target, call: id, kind: .workDone))
      }
    }
  }

  /// The session that a relayed call belongs to: the front end's own, or that of the first cause.
  private func subject(of address: ReplyAddress, _ causes: [CallLink]) -> DelegateSubject? {
    switch address.party {
    case .session(let session): DelegateSubject(session: session)
    case .plugin: causes.last?.subject
    }
  }

  /// Passes a notification on; one that nobody can take is dropped and counted.
  mutating func relayNotification(_ message: Inbound) {
    guard let run = notificationTarget(message) else {
      counters.dropped += 1
      return
    }
    counters.relayed += 1
    effects.send(to: .plugin(run)) { composer in
      composer.beginNotification(methodJSON: message.methodJSON)
      composer.relayParams(of: message.envelope, in: message.frame)
      composer.writer.endObject()
    }
  }

  /// The run that a notification can go to at once; a plugin that does not run is started for the next.
  private mutating func notificationTarget(_ message: Inbound) -> RunID? {
    do {
      let target = try relayTarget(message)
      try wake(target)
      return plugins[target.value].readyRun
    } catch {
      // A notification has no answer that could tell of an unknown method or a plugin that can't run.
      return nil
    }
  }

  /// Passes a plugin's notification `<its name>/<topic>` on to the sessions that subscribed to it.
  mutating func relayTopic(_ message: Inbound, of index: PluginIndex) {
    let topic = message.methodName
    let plugin = plugins[index.value]
    guard topic.hasPrefix(plugin.name + "/"),
      plugin.provides.topics.contains(plugin.shortName(topic))
    else { return note("it sent \(topic), which is no topic in its provides.topics", in: index) }
    for session in subscribers(of: topic) {
      send(to: .session(session)) { composer in
        composer.beginNotification(methodJSON: message.methodJSON)
        composer.relayParams(of: message.envelope, in: message.frame)
        composer.writer.endObject()
      }
    }
  }

  /// Writes a relayed request, with its tokens exchanged for the host's own.
  mutating func relay(_ frame: FrameSlice, _ envelope: Envelope, as id: RequestID, to run: RunID) {
    effects.send(to: .plugin(run)) { composer in
      composer.beginRequest(id, methodJSON: envelope.methodJSON(in: frame))
      composer.relayParams(of: envelope, in: frame, exchangingTokensFor: id)
      composer.writer.endObject()
    }
  }

  private mutating func relayTarget(_ message: Inbound) throws(ResponseError) -> PluginIndex {
    let method = message.methodName
    guard let slash = method.utf8.firstIndex(of: UInt8(ascii: "/")),
      let index = pluginsByName[String(method[..<slash])]
    else {
      throw .methodNotFound(method)
    }
    let short = String(method[method.index(after: slash)...])
    guard plugins[index.value].offers(method: short) else { throw .methodNotFound(method) }
    return index
  }

  private func tokens(of message: Inbound) -> RelayTokens {
    func token(_ span: Span) -> RequestID? {
      span.isPresent ? RequestID(verbatim: message.frame[span].bytes) : nil
    }
    return RelayTokens(
      partialResult: token(message.envelope.partialResultToken),
      workDone: token(message.envelope.workDoneToken))
  }

  // MARK: Progress and credit

  /// A plugin's `$/progress`: for a relayed call it goes on under the origin's own token.
  mutating func progressed(_ message: Inbound, by index: PluginIndex) {
    guard message.envelope.token.isPresent else {
      return noteMalformed("a $/progress without token", by: index)
    }
    let token = RequestID(verbatim: message.frame[message.envelope.token].bytes)
    if let text = token.string, let datasource = DatasourceID(token: text) {
      return datasourceProgressed(datasource, token: text, message, by: index)
    }
    if let text = token.string, let query = SourceQuery.Token(text) {
      return queryProgressed(query, message, by: index)
    }
    guard let (id, kind) = CallToken.read(message.frame[message.envelope.token].bytes),
      let call = plugins[index.value].calls[id], call.phase.isSent,
      case .relay(let address, let tokens) = call.purpose,
      let original = kind == .partialResult ? tokens.partialResult : tokens.workDone
    else {
      counters.lateAnswers += 1
      return
    }
    relayTokenMessage(message, method: .progress, token: original, to: address.party)
  }

  /// `$/credit` of a peer for a call that the host passed on.
  mutating func credited(_ message: Inbound) {
    guard message.envelope.token.isPresent else { return }
    let token = RequestID(verbatim: message.frame[message.envelope.token].bytes)
    guard let route = withInbox(of: message.party, { $0.tokens[token] }) ?? nil,
      let run = plugins[route.plugin.value].readyRun
    else {
      counters.dropped += 1
      return
    }
    relayTokenMessage(
      message, method: Method.credit, token: CallToken.id(for: route.call, route.kind),
      to: .plugin(run))
  }

  private mutating func relayTokenMessage(
    _ message: Inbound, method: Method, token: RequestID, to party: Party
  ) {
    send(to: party) { composer in
      composer.beginNotification(method: method)
      composer.relayParams(
        of: message.envelope, in: message.frame, replacing: [(message.envelope.token, token)])
      composer.writer.endObject()
    }
  }
}

extension MessageComposer {
  /// Writes `params` as the peer wrote them, or nothing where there are none.
  mutating func relayParams(
    of envelope: Envelope, in frame: FrameSlice, exchangingTokensFor call: RequestID? = nil
  ) {
    var replacements: [(Span, RequestID)] = []
    if let call, envelope.partialResultToken.isPresent {
      replacements.append((envelope.partialResultToken, CallToken.id(for: call, .partialResult)))
    }
    if let call, envelope.workDoneToken.isPresent {
      replacements.append((envelope.workDoneToken, CallToken.id(for: call, .workDone)))
    }
    replacements.sort { $0.0.offset < $1.0.offset }
    relayParams(of: envelope, in: frame, replacing: replacements)
  }

  /// Writes `params` with some runs of their bytes replaced; the runs are in rising order.
  mutating func relayParams(
    of envelope: Envelope, in frame: FrameSlice, replacing replacements: [(Span, RequestID)]
  ) {
    guard envelope.params.isPresent else { return }
    writer.name("params")
    var place = envelope.params.offset
    var isFirst = true
    for (span, id) in replacements {
      part(frame, place, span.offset, envelope, isFirst)
      isFirst = false
      id.withBytes { writer.continueRaw($0) }
      place = span.offset + span.count
    }
    part(frame, place, envelope.params.offset + envelope.params.count, envelope, isFirst)
  }

  private mutating func part(
    _ frame: FrameSlice, _ start: UInt32, _ end: UInt32, _ envelope: Envelope, _ isFirst: Bool
  ) {
    let slice = frame[Span(offset: start, count: end - start)]
    if isFirst {
      relay(slice, hasLineBreaks: envelope.hasLineBreaks)
    } else {
      relayFragment(slice, hasLineBreaks: envelope.hasLineBreaks)
    }
  }
}
