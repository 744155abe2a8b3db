import HostProtocol
import JSON
import JSONRPC
import SystemIO

/// A plugin behind its connection: the handshake, and who answers what.
@PluginActor
package final class PluginServer<Served: Plugin> {
  /// How far the handshake has come.
  private enum Phase {
    case created
    /// The plugin is being made; what comes in the meantime waits.
    case initializing(waiting: [CheckedContinuation<Void, Never>])
    case ready(Running)
    /// The handshake failed for good, or the host has asked the plugin to leave.
    case over
  }

  private struct Running {
    let plugin: Served
    let handlers: Handlers
    let host: Host

    func answer(_ call: PeerCall) async throws -> [UInt8] {
      guard let work = handlers.requests[call.request.method] else {
        throw ResponseError.methodNotFound(call.request.method)
      }
      return try await work(Call(call, from: host))
    }
  }

  private var phase = Phase.created
  /// The plugin, until it was stopped.
  private var stoppable: Served?
  private let changes = HeldChanges()
  private weak var peer: Peer?

  /// Serves a plugin until the host is done with it.
  package static func serve(over channel: MessageChannel) async {
    let server = PluginServer()
    let peer = Peer(channel, role: .frontEnd, delegate: server)
    server.peer = peer
    await peer.run()
    // The plugin holds the host, which holds the peer.
    server.proceed(to: .over)
  }
}

// MARK: - Messages

extension PluginServer: PeerDelegate {
  package func work(for request: IncomingRequest) throws(ResponseError) -> PeerCall.Work {
    switch (Method(rawValue: request.method), phase) {
    case (.ping, _): return { _ in Empty().jsonBytes() }
    case (_, .over): throw .afterShutdown
    case (.initialize, .created):
      phase = .initializing(waiting: [])
      return { [self] call in try await initialize(call) }
    case (.initialize, _): throw .alreadyInitialized
    case (_, .created): throw .notInitialized
    case (.shutdown, _):
      proceed(to: .over)
      return { [self] _ in
        await stop()
        return Empty().jsonBytes()
      }
    case (_, .initializing):
      return { [self] call in try await runningLater().answer(call) }
    case (_, .ready(let running)):
      return { call in try await running.answer(call) }
    }
  }

  package func work(forNotification method: String, params: [UInt8]) -> PeerWork? {
    switch phase {
    case .created, .over: return nil
    case .initializing:
      return { [self] in try await runningLater().handlers.notifications[method]?(params) }
    case .ready(let running):
      guard let work = running.handlers.notifications[method] else { return nil }
      return { try work(params) }
    }
  }

  package func didAnswer(_ call: PeerCall) {
    if let peer { changes.release(over: peer) }
  }

  package func willEnd() -> PeerWork? {
    guard stoppable != nil else { return nil }
    return { [self] in await stop() }
  }

  package func didFail(_ error: any Error, at method: String?) {
    StandardError.write("\(method.map { "\($0) failed: " } ?? "")\(error)\n")
  }
}

// MARK: - Handshake

extension PluginServer {
  private func initialize(_ call: PeerCall) async throws -> [UInt8] {
    do {
      let start: InitializePlugin = try call.params()
      let version = try Self.commonVersion(with: start.protocol)
      return try await begin(start, version, over: call.peer).jsonBytes()
    } catch {
      proceed(to: .created)
      throw error
    }
  }

  private func begin(
    _ start: InitializePlugin, _ version: Int, over peer: Peer
  ) async throws -> InitializePlugin.Result {
    do {
      let running = try await makePlugin(start, over: peer)
      proceed(to: .ready(running))
      return result(version, running)
    } catch let unusable as PluginUnusable {
      proceed(to: .over)
      return InitializePlugin.Result(protocol: version, disable: unusable.description)
    }
  }

  /// The highest version that both speak.
  private static func commonVersion(with theirs: ProtocolRange) throws(ResponseError) -> Int {
    let ours = ProtocolRange.supported
    let version = min(ours.max, theirs.max)
    guard version >= max(ours.min, theirs.min) else {
      throw ResponseError(
        code: .noCommonVersion,
        message: """
          The host speaks protocol \(theirs.min) to \(theirs.max), \
          this plugin \(ours.min) to \(ours.max).
          """,
        data: ErrorData(host: theirs, peer: ours))
    }
    return version
  }

  private func makePlugin(_ start: InitializePlugin, over peer: Peer) async throws -> Running {
    let host = Host(peer, start, changes)
    let plugin = try await Served(host)
    stoppable = plugin
    var handlers = Handlers(plugin: start.plugin.name)
    plugin.register(in: &handlers)
    return Running(plugin: plugin, handlers: handlers, host: host)
  }

  private func result(_ version: Int, _ running: Running) -> InitializePlugin.Result {
    InitializePlugin.Result(
      protocol: version,
      plugin: Served.version.map { PeerInfo(name: running.host.plugin.name, version: $0) },
      implements: running.handlers.implements, provides: running.plugin.provides)
  }

  /// Lets those go on who wait for the plugin. Where the end has come meanwhile, it stays the end.
  private func proceed(to next: Phase) {
    guard case .initializing(let waiting) = phase else {
      if case .over = next { phase = next }
      return
    }
    phase = next
    for continuation in waiting { continuation.resume() }
  }

  /// The plugin, once it is made; whoever came first goes on first.
  private func runningLater() async throws -> Running {
    await withCheckedContinuation { continuation in
      guard case .initializing(let waiting) = phase else { return continuation.resume() }
      phase = .initializing(waiting: waiting + [continuation])
    }
    guard case .ready(let running) = phase else { throw ResponseError.notInitialized }
    return running
  }

  /// Lets the plugin do what is to be done before it leaves, once.
  private func stop() async {
    guard let plugin = stoppable else { return }
    stoppable = nil
    await plugin.stop()
  }
}
