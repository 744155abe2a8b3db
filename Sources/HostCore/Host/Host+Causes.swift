import HostProtocol
import JSONRPC

/// Chains of causes: calls of plugins that stand for the host's calls to them (protocol, R-7).
extension Host {
  /// The chain that a plugin's request to `target` would continue.
  ///
  /// Without a cause nothing is known, and only deadlines protect.
  func causes(
    of message: Inbound, calling target: PluginIndex
  ) throws(ResponseError) -> [CallLink] {
    guard case .plugin(let run) = message.party, let caller = runs[run],
      let cause = message.cause
    else { return [] }
    let chain = try chain(endingAt: cause, of: caller)
    let method = message.methodName
    let isOpen = chain.contains { link in
      link.plugin == target && link.method == method
        && plugins[link.plugin.value].calls[link.id] != nil
    }
    guard !isOpen else { throw .callCycle("\(method) is already open in this chain of calls") }
    guard chain.count < configuration.limits.chainLength else {
      throw .callCycle("the chain has \(configuration.limits.chainLength) calls already")
    }
    return chain
  }

  /// What the call was about that a plugin names as the cause of its request; nil where it names none.
  func subject(
    of message: Inbound, by caller: PluginIndex
  ) throws(ResponseError) -> DelegateSubject? {
    guard let cause = message.cause else { return nil }
    return try chain(endingAt: cause, of: caller).last?.subject
  }

  private func chain(
    endingAt id: RequestID, of caller: PluginIndex
  ) throws(ResponseError) -> [CallLink] {
    if let call = plugins[caller.value].calls[id], call.phase.isSent {
      return call.causes + [
        CallLink(plugin: caller, id: id, method: call.method, subject: call.subject)
      ]
    }
    let age = Duration.milliseconds(configuration.limits.causeMs)
    guard let chain = plugins[caller.value].recentCauses.chain(of: id, at: now, within: age) else {
      throw .unknownCause(id)
    }
    return chain
  }
}
