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

  /// Whether it is an effect in an answer.
  var isEffect: Bool { address == nil }
}
