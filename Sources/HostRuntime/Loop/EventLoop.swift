import HostCore
import JSONRPC
import SystemIO

/// The shell around the core: one thread that turns the world into events and effects into system
/// calls.
///
/// A turn takes up what is ready, gives each peer's frames to the core, carries the effects out at
/// once and in order, and at its end writes what was queued for each peer with one call. Nothing
/// here waits but `epoll`. The extensions beside this file hold one theme each.
final class EventLoop<Logic: HostLogic> {
  let configuration: ServeConfiguration
  var logic: Logic
  var effects = Effects()
  /// Events that came of carrying effects out; the core gets them next.
  var deferred: [Event] = []
  var clock = LoopClock(at: Clock.monotonic)

  let epoll: Epoll
  var table = SourceTable()
  let listener: Listener?
  var listenerSlot: Int?
  let signals: SignalReceiver
  var logs: HostLogs

  let framePool = FramePool()
  let outputPool = OutputPool()
  var connections: [UInt32: Channel] = [:]
  var nextConnection: UInt32 = 1
  /// Channels with something to be written or decided at the end of the turn.
  var dirty: [Channel] = []
  /// Channels that may be read again and have frames that came before.
  var resumed: [Channel] = []
  /// Channels whose input epoll refuses: regular files.
  var alwaysReady: [Channel] = []
  /// Channels that are closing, with the time at which they are closed whatever still waits.
  var lingering: [(channel: Channel, end: Instant)] = []

  var runs: [UInt32: PluginRun] = [:]
  /// Runs with a deadline of the shell's own.
  var timedRuns: [PluginRun] = []
  let preparation = SpawnPreparation()
  let guardLink: GuardLink
  var guardSlot: Int?
  var guardInterest: Epoll.Readiness?
  /// Whether orphans of a guard that died are still being killed.
  var isSweeping = false
  /// The folders that each plugin may write to, by the plugin's own folder.
  var writableFolders: [String: [String]] = [:]

  var workers: MatchWorkers?

  /// Bytes of unfinished frames of all peers.
  var unfinishedTotal = 0
  var nextFrameCheck: Instant?
  var nextSocketCheck: Instant?
  var acceptResumes: Instant?
  var isStopRequested = false
  var exitCode: Int32?
  var exitDeadline: Instant?

  /// Creates the loop; nothing happens before `run`.
  init(
    configuration: ServeConfiguration, logic: Logic, listener: Listener?,
    signals: consuming SignalReceiver, logs: HostLogs, openFiles: Int?
  ) throws(SystemError) {
    epoll = try Epoll(capacity: LoopLimits.readyPerTurn)
    self.configuration = configuration
    self.logic = logic
    self.listener = listener
    self.signals = signals
    self.logs = logs
    guardLink = GuardLink(executable: configuration.executable, openFiles: openFiles)
  }

  /// Runs until the core says that the host is to leave; returns the exit code.
  func run(discovered: [DiscoveredPlugin]) throws(SystemError) -> Int32 {
    try epoll.add(signals.number, for: .readable, token: token(table.add(.signals)))
    try watchListener()
    for plugin in discovered {
      writableFolders[plugin.directory] = [plugin.dataDirectory, plugin.cacheDirectory]
    }
    noteStart()
    dispatch(.discovered(discovered))
    if configuration.usesStandardStreams { try openStandardStreams() }
    while !isOver { try turn() }
    leave()
    return exitCode ?? 0
  }

  /// Writes down what people ask for first when a plugin or one of its tools is not found.
  private func noteStart() {
    let place = configuration.usesStandardStreams ? "its standard streams" : "a socket"
    let path = CurrentProcess.variable("PATH") ?? "not set"
    note("the host runs (pid \(CurrentProcess.id)) and serves \(place); PATH is \(path)")
  }

  private func turn() throws(SystemError) {
    let timeout = nextTimeout
    let count = try epoll.wait(timeout: timeout)
    clock.advance(to: Clock.monotonic, waited: timeout)
    for index in 0..<count { take(epoll[index]) }
    readWithoutWaiting()
    judgeTime()
    settleDirty()
    logs.flush()
    table.recycle()
  }

  private func take(_ ready: Epoll.Ready) {
    guard let (source, role) = table[ready.token] else { return }
    switch source {
    case .channel(let channel): take(ready.readiness, role, of: channel)
    case .plugin(let run): take(ready.readiness, role, of: run)
    case .listener: acceptConnections()
    case .signals: takeSignals()
    case .guardLink: receiveReports()
    case .workers: takeSearchResults()
    }
  }

  /// Tells the core what happened, and carries out what it wants.
  func dispatch(_ event: Event) {
    handle(event)
    while !deferred.isEmpty { handle(deferred.removeFirst()) }
  }

  private func handle(_ event: Event) {
    logic.handle(event, at: clock.now, effects: &effects)
    for index in effects.list.indices { carryOut(effects.list[index]) }
    effects.removeAll()
  }

  /// Writes a line into the host's own log.
  func note(_ text: String) {
    logs.append(text, to: HostLogs.host)
  }

  func token(_ slot: Int, _ role: SourceTable.Role = .input) -> UInt64 {
    SourceTable.token(slot, role)
  }
}
