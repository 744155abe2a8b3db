import HostProtocol
import JSONRPC

/// `plugin/*` and `host/status` (protocol, section 6).
extension Host {
  mutating func servePlugins(
    _ method: Method, _ message: Inbound, at address: ReplyAddress
  ) throws(ResponseError) {
    let limits = configuration.limits
    switch method {
    case .pluginList:
      reply(to: address, with: PluginList.Result(plugins: pluginStatuses))
    case .pluginStatus:
      let params: GetPluginStatus = try message.params(limits: limits)
      replyStatus(of: try plugin(named: params.plugin), to: address)
    case .pluginStart:
      let params: PluginStart = try message.params(limits: limits)
      let index = try plugin(named: params.plugin)
      try startOnRequest(index)
      replyStatus(of: index, to: address)
    case .pluginStop:
      let params: PluginStop = try message.params(limits: limits)
      let index = try plugin(named: params.plugin)
      advance(index, params.force ? .kill : .stop)
      drainedIfDone(index)
      replyStatus(of: index, to: address)
    case .pluginRestart:
      let params: PluginRestart = try message.params(limits: limits)
      let index = try plugin(named: params.plugin)
      try checkStartable(index)
      advance(index, .restart)
      if params.force { advance(index, .kill) }
      drainedIfDone(index)
      replyStatus(of: index, to: address)
    case .pluginEnable:
      let params: PluginEnable = try message.params(limits: limits)
      try setEnabled(true, try plugin(named: params.plugin), address)
    case .pluginDisable:
      let params: PluginDisable = try message.params(limits: limits)
      try setEnabled(false, try plugin(named: params.plugin), address)
    default:
      let params: PluginLog = try message.params(limits: limits)
      let index = try plugin(named: params.plugin)
      reply(
        to: address,
        with: PluginLog.Result(lines: plugins[index.value].log.last(params.lines)))
    }
  }

  var pluginStatuses: [PluginStatus] { plugins.map { $0.status(at: now) } }

  /// The user's word about a plugin; it holds for its folder, also after restarts of the host.
  private mutating func setEnabled(
    _ isEnabled: Bool, _ index: PluginIndex, _ address: ReplyAddress
  ) throws(ResponseError) {
    let plugin = plugins[index.value]
    guard plugin.manifest != nil else {
      throw .unavailable(plugin.faultFacts(reason: plugin.lifecycle.reason))
    }
    effects.append(.mark(directory: plugin.folder.directory, isEnabled: isEnabled))
    advance(index, isEnabled ? .enable : .disable("its user disabled it"))
    replyStatus(of: index, to: address)
  }

  /// A quarantine ends when somebody asks for the plugin by name: a person has looked at it.
  private mutating func startOnRequest(_ index: PluginIndex) throws(ResponseError) {
    try checkStartable(index)
    if plugins[index.value].lifecycle.state == .quarantined {
      advance(index, .restart)
    } else {
      start(index)
    }
  }

  private func checkStartable(_ index: PluginIndex) throws(ResponseError) {
    switch plugins[index.value].lifecycle.state {
    case .disabled, .invalid:
      throw .unavailable(
        plugins[index.value].faultFacts(reason: plugins[index.value].lifecycle.reason))
    default: return
    }
  }

  private mutating func replyStatus(of index: PluginIndex, to address: ReplyAddress) {
    reply(to: address, with: plugins[index.value].status(at: now))
  }

  private func plugin(named name: String) throws(ResponseError) -> PluginIndex {
    guard let index = pluginsByName[name] else { throw .unknownObject("plugin", name) }
    return index
  }

  var hostStatus: HostStatus {
    HostStatus(
      version: configuration.version, build: configuration.build, protocol: .supported,
      pid: Int(configuration.processID), uptimeMs: (now - startedAt).wholeMilliseconds,
      onDemand: configuration.isOnDemand, sessions: sessions.count, plugins: pluginStatuses,
      counters: counters.published,
      queues: queueDepths, latencies: latencies)
  }

  private var queueDepths: [QueueDepth] {
    let frontEnds = sessions.values
      .sorted { $0.id.number < $1.id.number }
      .map {
        QueueDepth(
          session: $0.id.description, bytes: 0, requestsInFlight: $0.inbox.open.count)
      }
    let running = plugins.filter { $0.lifecycle.run != nil }
      .map { QueueDepth(plugin: $0.name, bytes: 0, requestsInFlight: $0.inbox.open.count) }
    return frontEnds + running
  }

  private var latencies: [Latency] {
    plugins.flatMap { plugin in
      plugin.figures.sorted { $0.key < $1.key }
        .map { $0.value.published(plugin: plugin.name, method: $0.key) }
    }
  }
}
