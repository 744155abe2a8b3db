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
    try check(chain, calling: message.methodName, of: target)
    return chain
  }

  /// Checks that a chain may go on with a call to `target`: not in a circle, and not for ever.
  func check(
    _ chain: [CallLink], calling method: String, of target: PluginIndex
  ) throws(ResponseError) {
    let isOpen = chain.contains { link in
      link.plugin == target && link.method == method
        && plugins[link.plugin.value].calls[link.id] != nil
    }
    guard !isOpen else { throw .callCycle("\(method) is already open in this chain of calls") }
    guard chain.count < configuration.limits.chainLength else {
      throw .callCycle("the chain has \(configuration.limits.chainLength) calls already")
    }
  }

  /// The calls that led to a plugin's request, the one that it names as its cause last; none where it
  /// names none.
  func causes(of message: Inbound, by caller: PluginIndex) throws(ResponseError) -> [CallLink] {
    guard let cause = message.cause else { return [] }
    return try chain(endingAt: cause, of: caller)
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
