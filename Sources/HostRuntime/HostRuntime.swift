public import HostCore
import SystemIO

/// The host as a process: what `jackfield serve` does.
public enum HostRuntime {
  /// Serves with the core until that ends the host; the result is the exit code.
  public static func serve(
    _ configuration: ServeConfiguration, core: HostConfiguration
  ) -> Int32 {
    // The loop is made for its core here, in its own module, so that the compiler specialises it.
    serve(configuration) { now in
      // A host that was started on demand has gone on in another process by now.
      var core = core
      core.processID = CurrentProcess.id
      if core.learnedUse == nil, LearnedUseFile.isWanted {
        core.learnedUse = LearnedUseFile().read()
      }
      return Host(configuration: core, at: now)
    }
  }

  /// Serves with any logic, as `serve(_:core:)` does with the core, until that ends the host.
  ///
  /// Listens before anything else, so that whoever waits for the socket waits for milliseconds;
  /// plugins are looked for after that and before the first connection is read. `makeLogic` makes
  /// the core; it is called once, when the host listens, with the time.
  ///
  /// The result is the exit code: 0 after an orderly end, 1 when the host could not start, with one
  /// line on standard error that says why.
  public static func serve<Logic: HostLogic>(
    _ configuration: ServeConfiguration, makeLogic: (Instant) -> Logic
  ) -> Int32 {
    var notice: StartNotice?
    do {
      // Before anything is opened, and before the first thread.
      try CurrentProcess.fillStandardDescriptors()
      notice = StartNotice.fromEnvironment()
      if notice != nil { try CurrentProcess.detach() }
      try Signal.brokenPipe.ignore()
      // A log that must not grow is a line that is lost, not the end of the host.
      try Signal.fileSizeLimit.ignore()
      let signals = try SignalReceiver([.terminate, .interrupt, .hangUp, .child])
      // Each front end takes a descriptor and each plugin three or four.
      let openFiles = CurrentProcess.limitOpenFiles(to: .max)
      let folders = configuration.pluginDirectories.map(absolute)
      let listener = try makeListener(configuration)
      notice.take()?.tellReady()
      let logs = HostLogs(directory: HostPaths().logDirectory)
      let loop = try EventLoop(
        configuration: configuration, logic: makeLogic(Instant(nanoseconds: Clock.monotonic)),
        listener: listener, signals: signals, logs: logs, openFiles: openFiles)
      return try loop.run(discovered: PluginDiscovery().plugins(named: folders))
    } catch {
      notice.take()?.tellFailure("\(error)")
      StandardError.write("jackfield: \(error)\n")
      return 1
    }
  }

  /// A folder's path whatever becomes of the working directory.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(CurrentProcess.directory ?? "")/\(path)"
  }

  private static func makeListener(
    _ configuration: ServeConfiguration
  ) throws(ListenFailure) -> Listener? {
    if configuration.usesStandardStreams { return nil }
    if let inherited = try Listener.inherited() { return inherited }
    return try Listener.claim(configuration.socketPath ?? HostPaths().socket)
  }
}
