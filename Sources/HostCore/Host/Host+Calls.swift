import HostProtocol
import JSON
import JSONRPC

/// Requests of the host to plugins: made, sent, answered, cancelled, given up.
extension Host {
  /// Makes a call and sends it, or keeps it until the plugin is ready; starts the plugin if need be.
  ///
  /// `cause` is the request that is the reason for the call; its id becomes part of the call's. `budget`
  /// is the whole time of the call, start included; without one it counts from its sending.
  mutating func call(
    _ index: PluginIndex, _ body: Call.Body, for purpose: Call.Purpose, cause: ReplyAddress?,
    causes: [CallLink] = [], budget: Duration? = nil, subject: DelegateSubject? = nil
  ) throws(ResponseError) -> RequestID {
    try wake(index)
    let id = nextCallID(of: index, cause: cause)
    var call = Call(purpose: purpose, method: body.methodName, phase: .waiting(body))
    call.causes = causes
    call.subject = subject
    call.trace = cause?.trace ?? []
    if let budget {
      call.dueBy = now + budget
      call.deadline = timers.insert(.call(index, id), at: now + budget)
    }
    plugins[index.value].calls[id] = call
    if let run = plugins[index.value].acceptingRun {
      send(id, of: index, to: run)
    } else {
      plugins[index.value].waiting.append(id)
    }
    return id
  }

  /// Sends what waited for the plugin's start, in order.
  mutating func deliverWaiting(_ index: PluginIndex) {
    guard let run = plugins[index.value].readyRun else { return }
    let waiting = plugins[index.value].waiting
    plugins[index.value].waiting = []
    for id in waiting where mayStillGet(id, index) { send(id, of: index, to: run) }
  }

  /// Whether a call that waited for the handshake may be sent; one that the plugin turned out not to
  /// implement is settled.
  private mutating func mayStillGet(_ id: RequestID, _ index: PluginIndex) -> Bool {
    guard let call = plugins[index.value].calls[id],
      case .waiting(.made(let method, _)) = call.phase,
      method.isOptional
    else { return true }
    if case .provideScreen(let screen) = call.purpose, !isDeclared(screen) {
      settleCall(id, of: index, with: .unknownObject("screen", screenName(screen)))
      return false
    }
    if case .popupContent(let popup) = call.purpose, let name = popups[popup]?.name,
      !plugins[index.value].offers(popup: name.short)
    {
      settleCall(id, of: index, with: .unknownObject("popup", name.description))
      return false
    }
    guard !plugins[index.value].mayGet(method) else { return true }
    forget(id, of: index)
    if case .provideScreen(let screen) = call.purpose {
      screenNeedsNoProviding(screen)
    } else {
      settle(call, of: index, with: .methodNotImplemented(plugins[index.value].name, method))
    }
    return false
  }

  /// Sends a call and starts its deadline where it has none yet.
  mutating func send(_ id: RequestID, of index: PluginIndex, to run: RunID) {
    guard let call = plugins[index.value].calls[id], case .waiting(let body) = call.phase else {
      return
    }
    var sent = call
    sent.phase = .sent
    sent.sentAt = now
    let limit = limit(of: call.purpose, index)
    if let limit, sent.dueBy.map({ now + limit < $0 }) ?? true {
      if let deadline = sent.deadline { timers.remove(deadline) }
      sent.deadline = timers.insert(.call(index, id), at: now + limit)
    }
    plugins[index.value].calls[id] = sent
    switch body {
    case .relayed(let frame, let envelope):
      relay(frame, envelope, as: id, to: run)
    case .made(let method, let params):
      effects.send(to: .plugin(run)) { composer in
        composer.beginRequest(id, method: method)
        composer.writer.name("params")
        let limit = limit.map { limit in call.dueBy.map { min(limit, $0 - now) } ?? limit }
        composer.writer.raw(CallMeta(limit: limit, trace: call.trace).added(to: params))
        composer.writer.endObject()
      }
    }
    switch call.purpose {
    case .provideDatasource(let datasource): datasourceAsked(datasource)
    case .querySource(let key): sourceAsked(key)
    case .provideScreen(let screen): screenAsked(screen, of: run)
    default: break
    }
  }

  /// How long a sent call may take: what the manifest says, else the limits in force.
  private func limit(of purpose: Call.Purpose, _ index: PluginIndex) -> Duration? {
    switch purpose {
    case .initialize, .shutdown: nil  // the lifecycle has deadlines of its own
    case .relay: callLimit(of: index)
    case .provideDatasource, .querySource, .resolveItem: sourceLimit(of: index)
    case .provideScreen, .fetchRows, .delivery, .popupContent, .popupAction:
      plugins[index.value].manifest?.delegateLimit
        ?? .milliseconds(configuration.limits.delegateMs)
    }
  }

  /// How long a plugin's own method may take.
  func callLimit(of index: PluginIndex) -> Duration {
    plugins[index.value].manifest?.callLimit ?? .milliseconds(configuration.limits.callMs)
  }

  /// How long a source of the plugin's may take.
  func sourceLimit(of index: PluginIndex) -> Duration {
    plugins[index.value].manifest?.sourceLimit ?? .milliseconds(configuration.limits.sourceMs)
  }

  // MARK: Deadlines that stand still

  /// The call waits for a person: its time does not run until `resumeDeadline`, as often.
  mutating func pauseDeadline(of id: RequestID, of index: PluginIndex) {
    guard let call = plugins[index.value].calls[id], case .sent = call.phase else { return }
    if let deadline = call.deadline { timers.remove(deadline) }
    plugins[index.value].calls[id]?.deadline = nil
    plugins[index.value].calls[id]?.awaitedPopups += 1
  }

  /// What the call waited for has come: from now on it has its whole time again.
  mutating func resumeDeadline(of id: RequestID, of index: PluginIndex) {
    guard let call = plugins[index.value].calls[id], call.awaitedPopups > 0 else { return }
    plugins[index.value].calls[id]?.awaitedPopups -= 1
    guard call.awaitedPopups == 1, case .sent = call.phase,
      let limit = limit(of: call.purpose, index)
    else { return }
    plugins[index.value].calls[id]?.deadline = timers.insert(.call(index, id), at: now + limit)
  }

  /// Counts a stream's time from its last items: a plugin that goes on sending has not failed.
  mutating func restartDeadline(of id: RequestID, to index: PluginIndex) {
    guard let call = plugins[index.value].calls[id], case .sent = call.phase,
      let deadline = call.deadline, let limit = limit(of: call.purpose, index)
    else { return }
    timers.remove(deadline)
    plugins[index.value].calls[id]?.deadline = timers.insert(.call(index, id), at: now + limit)
  }

  // MARK: Answers

  mutating func answered(_ message: Inbound, by index: PluginIndex) {
    let id = message.id
    guard let call = plugins[index.value].calls[id], call.phase.isSent else {
      // Late after a cancel, a deadline or a crash, or an answer to nothing: either way nobody waits.
      counters.lateAnswers += 1
      note("an answer to \(id), which is not open, was dropped", in: index)
      return
    }
    forget(id, of: index)
    let isError = message.envelope.error.isPresent
    record(call, in: index)
    let value = message.frame[isError ? message.envelope.error : message.envelope.result]
    let answer = PluginAnswer(
      value: value, isError: isError, hasLineBreaks: message.envelope.hasLineBreaks)
    take(answer, to: call, of: index)
    drainedIfDone(index)
  }

  private mutating func take(_ answer: PluginAnswer, to call: Call, of index: PluginIndex) {
    switch call.purpose {
    case .initialize: initializeAnswered(answer, by: index)
    case .shutdown: advance(index, .shutdownAnswered)
    case .relay(let address, let tokens):
      forgetTokens(tokens, of: address.party)
      reply(
        to: address, relaying: answer.value, isError: answer.isError,
        hasLineBreaks: answer.hasLineBreaks)
    case .provideDatasource(let datasource): datasourceAnswered(answer, for: datasource)
    case .querySource(let key): queryAnswered(answer, for: key)
    case .resolveItem(let address, let item): itemResolved(answer, item, at: address)
    case .provideScreen(let screen): screenProvided(answer, for: screen)
    case .fetchRows(let window): rowsFetched(answer, for: window, isCancelled: call.isCancelled)
    case .delivery(let subject):
      deliveryAnswered(answer, to: call.method, about: subject, by: index)
    case .popupContent(let popup): contentAnswered(answer, for: popup)
    case .popupAction(let popup): actionAnswered(answer, for: popup)
    }
  }

  /// Settles a call with an error of the host's own: deadline, crash, malformed answer, cancel.
  mutating func settleCall(_ id: RequestID, of index: PluginIndex, with error: ResponseError) {
    guard let call = plugins[index.value].calls[id] else { return }
    forget(id, of: index)
    record(call, in: index)
    settle(call, of: index, with: error)
    drainedIfDone(index)
  }

  private mutating func settle(_ call: Call, of index: PluginIndex, with error: ResponseError) {
    switch call.purpose {
    case .initialize: advance(index, .failed(error.message))
    case .shutdown: advance(index, .shutdownAnswered)
    case .relay(let address, let tokens):
      forgetTokens(tokens, of: address.party)
      reply(to: address, with: error)
    case .provideDatasource(let datasource): datasourceFailed(datasource, error)
    case .querySource(let key): queryFailed(key, error)
    case .resolveItem(let address, _): reply(to: address, with: error)
    case .provideScreen(let screen): screenFailed(screen, error, toldByPlugin: false)
    case .fetchRows(let window): fetchFailed(window, error)
    case .delivery(let subject):
      deliveryFailed(error, at: call.method, about: subject, by: index)
    case .popupContent(let popup): contentFailed(popup, error)
    case .popupAction(let popup): actionFailed(popup, error)
    }
  }

  /// A bad message that names a call: its caller need not wait for the deadline.
  mutating func malformedAnswer(to id: RequestID, of index: PluginIndex, _ explanation: String) {
    guard plugins[index.value].calls[id]?.phase.isSent == true else { return }
    settleCall(
      id, of: index, with: .malformedAnswer(plugin: plugins[index.value].name, explanation))
  }

  mutating func callTimedOut(_ id: RequestID, of index: PluginIndex) {
    guard let call = plugins[index.value].calls[id] else { return }
    plugins[index.value].calls[id]?.deadline = nil
    let name = plugins[index.value].name
    switch call.phase {
    case .waiting:
      plugins[index.value].waiting.removeAll { $0 == id }
      settleCall(
        id, of: index,
        with: .stillStarting(plugin: name, owesHandshake: plugins[index.value].owesHandshake))
    case .sent:
      sendCancel(of: id, to: index)
      settleCall(id, of: index, with: .deadlineExceeded(plugin: name))
    case .cancelling:
      settleCall(id, of: index, with: .cancelled())
    }
  }

  /// Fails every call that a plugin got which is gone or going; none of it is sent again.
  mutating func failOpenCalls(of index: PluginIndex, _ reason: String) {
    let plugin = plugins[index.value]
    let sent = plugin.calls.filter { $0.value.phase.isSent && !$0.value.purpose.isLifecycle }
    let facts = plugin.faultFacts(reason: reason)
    for id in sent.keys.sorted(by: { $0.description < $1.description }) {
      settleCall(id, of: index, with: .pluginFailed(facts))
    }
  }

  /// Fails every call that waited for a start which will not come.
  mutating func failWaitingCalls(of index: PluginIndex, _ reason: String) {
    let plugin = plugins[index.value]
    let facts = plugin.faultFacts(reason: reason)
    plugins[index.value].waiting = []
    for id in plugin.waiting {
      settleCall(id, of: index, with: .unavailable(facts))
    }
  }

  // MARK: Cancelling

  /// Ends a call on behalf of all who waited for it; a sent one gets a grace to answer by itself.
  mutating func cancelCall(_ id: RequestID, of index: PluginIndex) {
    guard let call = plugins[index.value].calls[id] else { return }
    switch call.phase {
    case .waiting:
      plugins[index.value].waiting.removeAll { $0 == id }
      settleCall(id, of: index, with: .cancelled())
    case .sent:
      if let deadline = call.deadline { timers.remove(deadline) }
      let grace = now + .milliseconds(configuration.limits.cancelMs)
      plugins[index.value].calls[id]?.phase = .cancelling
      plugins[index.value].calls[id]?.deadline = timers.insert(.call(index, id), at: grace)
      sendCancel(of: id, to: index)
    case .cancelling: return
    }
  }

  private mutating func sendCancel(of id: RequestID, to index: PluginIndex) {
    guard let run = plugins[index.value].readyRun else { return }
    effects.send(to: .plugin(run)) { composer in
      composer.beginNotification(method: .cancelRequest)
      composer.writer.name("params")
      composer.writer.beginObject()
      composer.writer.name("id")
      id.withBytes { composer.writer.raw($0) }
      composer.writer.endObject()
      composer.writer.endObject()
    }
  }

  // MARK: Bookkeeping

  private mutating func record(_ call: Call, in index: PluginIndex) {
    guard let sentAt = call.sentAt else { return }
    plugins[index.value].figures[call.method, default: CallFigures()].record(now - sentAt)
  }

  private mutating func forget(_ id: RequestID, of index: PluginIndex) {
    guard let call = plugins[index.value].calls.removeValue(forKey: id) else { return }
    if call.phase.isSent {
      let link = CallLink(
        plugin: index, id: id, method: call.method, subject: call.subject)
      plugins[index.value].recentCauses.note(link, causes: call.causes, at: now)
    }
    if let deadline = call.deadline { timers.remove(deadline) }
  }

  /// Goes on with a stop that waited for open calls, once there are none.
  mutating func drainedIfDone(_ index: PluginIndex) {
    guard case .draining = plugins[index.value].lifecycle.state, plugins[index.value].isDrained
    else { return }
    advance(index, .drained)
  }

  private mutating func forgetTokens(_ tokens: RelayTokens, of party: Party) {
    guard tokens.partialResult != nil || tokens.workDone != nil else { return }
    withInbox(of: party) { inbox in
      if let token = tokens.partialResult { inbox.forget(token: token) }
      if let token = tokens.workDone { inbox.forget(token: token) }
    }
  }

  /// The next id of a call: what caused it, `/`, the plugin, `#`, a number that is never used again.
  mutating func nextCallID(of index: PluginIndex, cause: ReplyAddress?) -> RequestID {
    let number = plugins[index.value].nextCall
    plugins[index.value].nextCall += 1
    guard plugins[index.value].manifest?.usesIntegerIDs != true else {
      return RequestID(Int(clamping: number))
    }
    var text = CallIDText()
    if let cause { appendCause(cause, to: &text) } else { text.append("host") }
    text.append("/")
    text.append(plugins[index.value].name)
    text.append("#")
    text.append(number)
    return text.requestID
  }

  private func appendCause(_ cause: ReplyAddress, to text: inout CallIDText) {
    switch cause.party {
    case .session(let session):
      text.append(session.description)
    case .plugin(let run):
      text.append(runs[run].map { plugins[$0.value].name } ?? "p0")
    }
    text.append(":")
    text.append(cause: cause.id)
  }
}

extension Call.Body {
  /// The full name of the method.
  var methodName: String {
    switch self {
    case .made(let method, _): method.rawValue
    case .relayed(let frame, let envelope):
      envelope.methodName(in: frame)
    }
  }
}
