import JackfieldPlugin
public import SystemIO

extension TestHost {
  /// How long a test may take: far beyond any that works, also on a machine where hundreds of others
  /// run at once, and short of what a person or a server waits.
  public static let patience = Duration.seconds(600)

  /// Runs a plugin in this process and plays its host.
  ///
  /// - Parameters:
  ///   - type: The plugin.
  ///   - start: What the host says in the handshake.
  ///   - patience: How long the test may take; then the host goes away, and what waits for the plugin
  ///     throws ``ConnectionEnded``.
  ///   - body: The test. When it returns, or throws, the host goes away and the plugin ends.
  /// - Returns: What the test returns.
  /// - Throws: What the test throws; the `ResponseError` with which the plugin refuses the handshake;
  ///   ``TestTimeout`` where the time was over.
  public static func with<Served: Plugin, Result: Sendable>(
    _ type: Served.Type, _ start: InitializePlugin = .testing(),
    patience: Duration = TestHost.patience, _ body: @PluginActor (TestHost) async throws -> Result
  ) async throws -> Result {
    let pair = try SocketPair()
    let own = try MessageChannel(socket: pair.first)
    let channel = try MessageChannel(socket: pair.second)
    async let serving: Void = PluginServer<Served>.serve(over: channel)
    let result = try await play(over: own, nil, start, patience, body)
    await serving
    return result
  }

  /// Starts a plugin's program, with pipes as its standard streams, and plays its host.
  ///
  /// - Parameters:
  ///   - launch: The program; its standard error is this process' own.
  ///   - start: What the host says in the handshake.
  ///   - patience: How long the test may take; then the program's input ends, and what waits for the
  ///     plugin throws ``ConnectionEnded``.
  ///   - body: The test. When it returns, or throws, the program's input ends, and its end is awaited.
  /// - Returns: What the test returns.
  /// - Throws: What the test throws, or the system; the `ResponseError` with which the plugin refuses the
  ///   handshake; ``TestTimeout`` where the time was over.
  public static func with<Result: Sendable>(
    _ launch: ProcessLaunch, _ start: InitializePlugin = .testing(),
    patience: Duration = TestHost.patience, _ body: @PluginActor (TestHost) async throws -> Result
  ) async throws -> Result {
    let input = try Pipe()
    let output = try Pipe()
    try Descriptor.setNonBlocking(input.writing.number)
    try Descriptor.setNonBlocking(output.reading.number)
    let process = try TestProcess(
      launch, descriptors: [input.reading.number, output.writing.number, 2])
    let channel = MessageChannel(input: output.reading, output: input.writing)
    output.writing.close()
    input.reading.close()
    do {
      let result = try await play(over: channel, process, start, patience, body)
      await process.finish()
      return result
    } catch {
      process.kill()
      await process.finish()
      throw error
    }
  }

  private static func play<Result: Sendable>(
    over channel: MessageChannel, _ process: TestProcess?, _ start: InitializePlugin,
    _ patience: Duration, _ body: @PluginActor (TestHost) async throws -> Result
  ) async throws -> Result {
    let inbox = TestInbox()
    let peer = Peer(channel, role: .plugin(.lines), delegate: inbox)
    let watch = TestWatch(patience)
    async let running: Void = peer.run()
    async let watching: Void = watch.run { @PluginActor in peer.leave() }
    defer {
      watch.end()
      peer.leave()
    }
    do {
      let result = try await body(TestHost(peer, inbox, process, start))
      watch.end()
      peer.leave()
      _ = await (running, watching)
      return result
    } catch {
      throw watch.isOver ? TestTimeout(patience) : error
    }
  }
}

extension InitializePlugin {
  /// What a host says in the handshake, for tests.
  ///
  /// - Parameters:
  ///   - plugin: The plugin's name.
  ///   - directory: The plugin's folder.
  ///   - data: Where its data and its cache are, in folders of their own, which it has to make; a
  ///     `TestFolder` has room for them.
  /// - Returns: The request.
  public static func testing(
    plugin: String = "tested", directory: String = "/nonexistent", data: String = "/nonexistent"
  ) -> InitializePlugin {
    InitializePlugin(
      protocol: .supported, host: PeerInfo(name: "test"),
      plugin: PluginDirectories(
        name: plugin, directory: directory, dataDirectory: "\(data)/data",
        cacheDirectory: "\(data)/cache"))
  }
}
