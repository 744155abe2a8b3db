import HostProtocol
import JSONRPC

/// What others are told about a plugin.
extension Plugin {
  /// The state on the wire.
  var publishedState: PluginState {
    // What counts for others is that it will not serve, not that its process is still leaving.
    if let refusal = lifecycle.refusal { return refusal == .disabled ? .disabled : .invalid }
    return switch lifecycle.state {
    case .discovered: .discovered
    case .starting: .starting
    case .initializing: .initializing
    case .ready: .ready
    case .draining: .draining
    case .stopping: .stopping
    case .stopped: .stopped
    case .backoff: .backoff
    case .quarantined: .quarantined
    case .disabled: .disabled
    case .invalid: .invalid
    }
  }

  /// The whole status, for `plugin/status` and `plugin/list`.
  func status(at now: Instant) -> PluginStatus {
    PluginStatus(
      plugin: name, state: publishedState, reason: publishedReason,
      version: version.isEmpty ? manifest?.version : version, directory: folder.directory,
      pid: processID.map { Int($0) }, uptimeMs: uptime(at: now), restarts: lifecycle.restartCount,
      requestsInFlight: calls.count, exit: lastExit?.published, stderrTail: publishedTail,
      implements: implements.sorted(), provides: provides)
  }

  /// The notification that tells a change of state.
  var stateChange: PluginDidChangeState {
    PluginDidChangeState(
      plugin: name, state: publishedState, reason: publishedReason, exit: lastExit?.published,
      stderrTail: publishedTail)
  }

  /// What an error's data say about the plugin at fault.
  func faultFacts(reason: String) -> ErrorData {
    ErrorData(
      plugin: name, reason: reason.isEmpty ? nil : reason, exit: lastExit?.published,
      stderrTail: publishedTail)
  }

  private var publishedReason: String? {
    lifecycle.reason.isEmpty ? nil : lifecycle.reason
  }

  /// The end of what the plugin said, where it did not end well.
  private var publishedTail: [String]? {
    switch lifecycle.state {
    case .backoff, .quarantined, .disabled, .invalid: break
    case .discovered, .starting, .initializing, .ready, .draining, .stopping, .stopped:
      guard lastExit != nil, processID == nil else { return nil }
    }
    let tail = log.standardErrorTail(ProtocolLimits.stderrTailLines)
    return tail.isEmpty ? nil : tail
  }

  private func uptime(at now: Instant) -> Int? {
    guard case .ready = lifecycle.state, let readyAt else { return nil }
    return (now - readyAt).wholeMilliseconds
  }
}

extension ProcessExit {
  /// The exit on the wire.
  var published: ExitStatus {
    switch self {
    case .exited(let code): ExitStatus(code: Int(code))
    case .signaled(let number): ExitStatus(signal: Int(number))
    case .unknown: ExitStatus()
    }
  }
}

extension Duration {
  /// Milliseconds, rounded down.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
