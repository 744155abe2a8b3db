import HostProtocol
import JSON
import JSONRPC

/// The plugins' lives: what their state machines ask for is carried out here.
extension Host {
  /// Starts a plugin that is needed, or says why it can't serve.
  mutating func wake(_ index: PluginIndex) throws(ResponseError) {
    try checkMayServe(index)
    let plugin = plugins[index.value]
    switch plugin.lifecycle.state {
    // A call to a plugin that is being stopped is a reason to start it once more.
    case .discovered, .stopped, .draining, .stopping: start(index)
    case .backoff(let until):
      // Within the budget of a call the restart is worth waiting for.
      guard until - now < .milliseconds(configuration.limits.delegateMs) else {
        throw .unavailable(plugin.faultFacts(reason: plugin.lifecycle.reason))
      }
    case .ready, .starting, .initializing, .quarantined, .disabled, .invalid: break
    }
  }

  /// Says why a plugin can't serve, started or not, if it can't.
  func checkMayServe(_ index: PluginIndex) throws(ResponseError) {
    let plugin = plugins[index.value]
    guard shutdown == .serving else {
      throw .unavailable(plugin.faultFacts(reason: "the host is stopping"))
    }
    guard plugin.lifecycle.refusal == nil else {
      throw .unavailable(plugin.faultFacts(reason: plugin.lifecycle.reason))
    }
    switch plugin.lifecycle.state {
    case .discovered, .starting, .initializing, .ready, .draining, .stopping, .stopped, .backoff:
      break
    case .quarantined:
      throw .quarantined(plugin.faultFacts(reason: plugin.lifecycle.reason))
    case .disabled, .invalid:
      throw .unavailable(plugin.faultFacts(reason: plugin.lifecycle.reason))
    }
  }

  mutating func start(_ index: PluginIndex) {
    guard shutdown == .serving else { return }
    let run = RunID(nextRun)
    nextRun += 1
    advance(index, .start(run))
  }

  /// Tells a plugin's life what happened and carries out what follows.
  mutating func advance(_ index: PluginIndex, _ input: PluginLifecycle.Input) {
    let before = plugins[index.value].lifecycle.run
    let actions = plugins[index.value].lifecycle.handle(input, at: now, random: &random)
    for action in actions { perform(action, for: index, run: before) }
  }

  private mutating func perform(
    _ action: PluginLifecycle.Action, for index: PluginIndex, run: RunID?
  ) {
    switch action {
    case .spawn(let run): spawn(index, as: run)
    case .sendInitialize: sendInitialize(to: index)
    case .deliverWaiting:
      plugins[index.value].readyAt = now
      recoverScreens(of: index)
      deliverWaiting(index)
    case .failCalls(let reason):
      failOpenCalls(of: index, reason)
      failWaitingCalls(of: index, reason)
    case .failOpenCalls(let reason): failOpenCalls(of: index, reason)
    case .sendShutdown: sendShutdown(to: index)
    case .sendExit: sendExit(to: index)
    case .signal(let signal):
      if let run = plugins[index.value].lifecycle.run ?? run {
        effects.append(.signal(run, signal))
      }
    case .arm(let duration): armLifecycle(index, duration)
    case .disarm: armLifecycle(index, nil)
    case .startAgain: start(index)
    case .announce: announce(index)
    }
  }

  private mutating func spawn(_ index: PluginIndex, as run: RunID) {
    guard let manifest = plugins[index.value].manifest else { return }
    runs[run] = index
    plugins[index.value].lastExit = nil
    effects.append(.spawn(run, manifest.spawnRequest(in: plugins[index.value].folder)))
  }

  private mutating func armLifecycle(_ index: PluginIndex, _ duration: Duration?) {
    if let handle = plugins[index.value].lifecycleTimer { timers.remove(handle) }
    plugins[index.value].lifecycleTimer = duration.map {
      timers.insert(.lifecycle(index), at: now + $0)
    }
  }

  mutating func lifecycleTimedOut(_ index: PluginIndex) {
    plugins[index.value].lifecycleTimer = nil
    advance(index, .deadline)
  }

  private mutating func announce(_ index: PluginIndex) {
    orphanScreens(of: index)
    notifySubscribers(plugins[index.value].stateChange)
    actionsMayHaveChanged(of: index)
  }

  // MARK: What the shell tells

  mutating func spawned(_ run: RunID, processID: Int32) {
    guard let index = runs[run] else { return }
    plugins[index.value].processID = processID
    advance(index, .spawned)
  }

  mutating func spawnFailed(_ run: RunID, _ reason: String) {
    guard let index = runs.removeValue(forKey: run) else { return }
    note("the host could not start it: \(reason)", in: index)
    advance(index, .spawnFailed(reason))
  }

  mutating func exited(_ run: RunID, _ status: ProcessExit) {
    guard let index = runs.removeValue(forKey: run) else { return }
    plugins[index.value].lastExit = status
    plugins[index.value].processID = nil
    plugins[index.value].inbox = Inbox()
    defer { closePopups(of: run) }
    guard plugins[index.value].lifecycle.run == run else { return }
    advance(index, .exited(status))
    datasourcesOutdated(by: index)
  }

  /// The process runs, or is about to end, and can't be talked to any more.
  mutating func pluginFailed(_ run: RunID, _ reason: String) {
    guard let index = runs[run], plugins[index.value].lifecycle.run == run else { return }
    advance(index, .failed(reason))
  }

  // MARK: Logs

  mutating func log(_ line: OutputLine, of run: RunID) {
    guard let index = runs[run] else { return }
    let stream: LogStream = line.stream == .standardError ? .stderr : .stdout
    append(line.text, stream: stream, level: nil, toLogOf: index)
  }

  /// Writes a line of the host's own into a plugin's log.
  mutating func note(_ text: String, in index: PluginIndex) {
    append(text, stream: .host, level: nil, toLogOf: index)
  }

  /// A message of the plugin was not what the protocol says; its author looks into the log.
  mutating func noteMalformed(_ what: String, by index: PluginIndex) {
    counters.malformed += 1
    note("it sent \(what)", in: index)
  }

  mutating func append(
    _ text: String, stream: LogStream, level: LogLevel?, toLogOf index: PluginIndex
  ) {
    let plugin = plugins[index.value].name
    plugins[index.value].log.append(
      LogLine(
        uptimeMs: (now - startedAt).wholeMilliseconds, stream: stream, level: level, text: text))
    effects.append(.log(plugin: plugin, stream: stream, text: text))
    notifySubscribers(LogMessage(level: level ?? .info, text: text, plugin: plugin))
  }
}
