import HostProtocol
import JSON
import JSONRPC

/// Delegate calls: handed to a plugin, and what their answers and failures lead to.
extension Host {
  /// Hands a delegate call to a plugin that implements it, starting the plugin if need be.
  ///
  /// Nobody waits for its answer: effects in it are carried out, and a failure is told to the session as
  /// `plugin/didFail`. A handler may itself wait for a popup that the same user must answer.
  @discardableResult
  mutating func delegate(
    _ method: Method, _ params: some JSONEncodable, to index: PluginIndex,
    about subject: DelegateSubject, cause: ReplyAddress?
  ) -> HandOver {
    guard plugins[index.value].mayGet(method) else { return .notImplemented }
    do {
      _ = try ask(index, method, params, for: .delivery(subject), about: subject, cause: cause)
      return .delivered
    } catch {
      note("a delegate call could not be made: \(error.message)", in: index)
      return .noDelegate
    }
  }

  /// Makes a call about something in a session, which the plugin may speak to from then on.
  mutating func ask(
    _ index: PluginIndex, _ method: Method, _ params: some JSONEncodable,
    for purpose: Call.Purpose, about subject: DelegateSubject, cause: ReplyAddress?,
    causes: [CallLink] = [], budget: Duration? = nil
  ) throws(ResponseError) -> RequestID {
    var writer = JSONWriter()
    params.encode(into: &writer)
    let id = try call(
      index, .made(method, params: writer.bytes), for: purpose, cause: cause, causes: causes,
      budget: budget, subject: subject)
    sessions[subject.session]?.acquaintances.insert(index)
    return id
  }

  // MARK: Answers

  mutating func deliveryAnswered(
    _ answer: PluginAnswer, to method: String, about subject: DelegateSubject, by index: PluginIndex
  ) {
    if answer.isError {
      deliveryFailed(answer.error, at: method, about: subject, by: index)
    } else {
      carryOutEffects(of: answer, to: method, about: subject, by: index)
    }
  }

  mutating func deliveryFailed(
    _ error: ResponseError, at method: String, about subject: DelegateSubject,
    by index: PluginIndex
  ) {
    note("it failed at \(method): \(error.message) (\(error.code.rawValue))", in: index)
    let plugin = plugins[index.value].name
    notify(subject.session) { composer in
      composer.beginNotification(method: .pluginDidFail)
      composer.writer.member(
        "params", FailureNotice(plugin: plugin, call: method, subject: subject, error: error))
      composer.writer.endObject()
    }
  }

  // MARK: Effects

  /// Carries out the effects in the answer of a delegate call, in order; the first that fails ends it.
  mutating func carryOutEffects(
    of answer: PluginAnswer, to method: String, about subject: DelegateSubject,
    by index: PluginIndex
  ) {
    guard !answer.isError, let written = answer.value.bytes.member("effects") else { return }
    do {
      for effect in try readEffects(written) {
        try carryOut(effect, for: Caller(plugin: index, subject: subject, address: nil))
      }
    } catch {
      deliveryFailed(error, at: method, about: subject, by: index)
    }
  }

  private func readEffects(
    _ written: UnsafeRawBufferPointer
  ) throws(ResponseError) -> [DelegateEffect] {
    let limits = configuration.limits
    guard written.count <= limits.parsedBytes else {
      throw .tooLarge(
        "The effects of an answer are at most \(limits.parsedBytes) bytes.",
        limit: limits.parsedBytes, got: written.count)
    }
    let value: JSONValue
    do { value = try JSONValue.parse(written) } catch { throw .unreadableParams(error) }
    guard value.count <= limits.effects else {
      throw .tooLarge(
        "An answer has at most \(limits.effects) effects.", limit: limits.effects,
        got: value.count)
    }
    do { return value.isNull ? [] : try [DelegateEffect](json: value) } catch {
      throw .invalidEffect(error)
    }
  }

  private mutating func carryOut(
    _ effect: DelegateEffect, for caller: Caller
  ) throws(ResponseError) {
    guard let method = Method(rawValue: effect.method),
      method.directions.contains(.pluginToHost)
    else {
      throw .methodNotFound(effect.method)
    }
    guard method.isEffect else {
      throw .notAnEffect(effect.method)
    }
    let params = try PluginParams(
      effect.params ?? .emptyObject, subject: caller.subject, isEffect: true)
    try serve(method, params, by: caller)
  }
}

extension Method {
  /// Whether a plugin may put it among the effects of an answer.
  fileprivate var isEffect: Bool {
    switch self {
    case .ping, .rpcDiscover: false
    default: isRequest && directions.contains(.pluginToHost)
    }
  }
}

extension ResponseError {
  fileprivate static func invalidEffect(_ failure: DecodingFailure) -> ResponseError {
    ResponseError(
      code: .malformedAnswer,
      message: """
        The effects of the answer can't be used: /effects\(failure.path) should be \(failure.expected) \
        and is \(failure.found).
        """)
  }

  fileprivate static func notAnEffect(_ method: String) -> ResponseError {
    ResponseError(
      code: .methodNotFound,
      message: "\(method) can't be an effect of an answer; a plugin may send it by itself.")
  }
}
