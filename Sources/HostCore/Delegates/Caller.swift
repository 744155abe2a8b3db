import JSONRPC

/// A plugin that asks the host for something, by a request or by an effect in an answer.
struct Caller {
  let plugin: PluginIndex
  /// The delegate call that it stands for: named as the cause, or answered with the effect.
  var subject: DelegateSubject?
  /// The calls that led to it, as far as it named its cause.
  var causes: [CallLink] = []
  /// The request to answer; nil for an effect, which nobody waits for.
  var address: ReplyAddress?

  /// The call of the host that it named as the cause, if it did; the call may be open or answered.
  var cause: RequestID? { causes.last?.id }

  /// Whether it is an effect in an answer.
  var isEffect: Bool { address == nil }
}
