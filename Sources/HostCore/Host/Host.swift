/// The host as a pure state machine: events in, effects out.
///
/// It owns the sessions of front ends, the plugins' lives, the calls between them, and the state of
/// every field. It never reads a socket, a clock or a file; `HostRuntime` does, and the simulator
/// stands in for it. The extensions beside this file hold one theme each.
public struct Host: HostLogic {
  let configuration: HostConfiguration
  /// The effects of the event at hand; swapped in at its start and out at its end.
  var effects = Effects()
  /// The time of the event at hand.
  var now = Instant(nanoseconds: 0)
  let startedAt: Instant
  var timers = DeadlineQueue<Timer>()
  var random: SplitMix64

  var sessions: [SessionID: Session] = [:]
  /// The session behind each connection that is read.
  var connections: [ConnectionID: SessionID] = [:]
  var nextSessionNumber: UInt32 = 1

  /// Every plugin ever discovered, by `PluginIndex`; one that vanished from disk stays, as stopped.
  var plugins: [Plugin] = []
  var pluginsByName: [String: PluginIndex] = [:]
  var runs: [RunID: PluginIndex] = [:]
  var nextRun: UInt32 = 1

  var screens: [ScreenID: Screen] = [:]
  var nextScreen: UInt64 = 1
  /// Windows of lists that wait for rows from plugins.
  var windows: [WindowID: PendingWindow] = [:]
  var nextWindow: UInt64 = 1
  /// Screens whose lists changed in the event at hand.
  var changedLists: Set<ScreenID> = []
  /// Screens whose bars may have changed in the event at hand.
  var changedBars: Set<ScreenID> = []

  var popups = PopupTable()

  var datasources = DatasourceTable()
  /// Questions to sources in mode `query` that are not answered.
  var queries: [SourceQuery.Key: SourceQuery] = [:]
  /// The same by the tokens under which their items come.
  var queryKeys: [SourceQuery.Token: SourceQuery.Key] = [:]
  var nextQuery: UInt64 = 1
  var searches: [SearchID: Search] = [:]
  var jobs: [MatchJob.ID: SearchPart] = [:]
  var nextSearch: UInt64 = 1
  var nextJob: UInt64 = 1

  var learnedUse: LearnedUse
  /// Whether something was learned that is not kept yet.
  var isLearnedUseDue = false

  /// Notifications that wait for the answer of the request that caused them; nil while none is served.
  var heldNotices: [Effect]?
  var counters = Counters()
  var shutdown = HostShutdown.serving

  /// Creates a host that was started at `now`.
  public init(configuration: HostConfiguration, at now: Instant) {
    self.configuration = configuration
    self.now = now
    startedAt = now
    learnedUse = configuration.learnedUse ?? LearnedUse()
    random = SplitMix64(seed: configuration.seed)
  }

  /// When the next deadline falls.
  public var nextDeadline: Instant? { timers.next }

  /// Takes one event and appends what is to be done about it.
  public mutating func handle(_ event: Event, at now: Instant, effects: inout Effects) {
    swap(&self.effects, &effects)
    self.now = max(now, self.now)
    take(event)
    tellChangedLists()
    tellChangedBars()
    concludeShutdownIfDone()
    swap(&self.effects, &effects)
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .connected(let connection, let token): open(connection, token)
    case .frame(let peer, let frame): receive(frame, from: peer)
    case .decodingFailed(let peer, let fault): decodingFailed(fault, from: peer)
    case .output(let run, let line): log(line, of: run)
    case .endOfInput(.frontEnd(let connection)): inputEnded(of: connection)
    case .endOfInput(.plugin(let run)): pluginFailed(run, "it closed its standard output")
    case .closed(.frontEnd(let connection)): close(connection)
    case .closed(.plugin(let run)): pluginFailed(run, "it closed its standard input")
    case .spawned(let run, let processID): spawned(run, processID: processID)
    case .spawnFailed(let run, let reason): spawnFailed(run, reason)
    case .exited(let run, let status): exited(run, status)
    case .discovered(let found): discovered(found)
    case .matched(let job, let result): matched(job, result)
    case .deadline: fireTimers()
    case .stopRequested: stop()
    }
  }

  private mutating func fireTimers() {
    while let timer = timers.popExpired(at: now) {
      switch timer {
      case .call(let plugin, let id): callTimedOut(id, of: plugin)
      case .lifecycle(let plugin): lifecycleTimedOut(plugin)
      case .session(let session): sessionTimedOut(session)
      case .learnedUse: keepLearnedUse()
      case .firstPaint(let search): firstPaint(search)
      case .quiet(let search): askQuerySources(of: search)
      case .partial(let search): tellPartial(search)
      case .sourcesDue(let search): sourcesDue(search)
      case .popup(let popup): popupTimedOut(popup)
      case .datasourceAge(let datasource): datasourceAged(datasource)
      }
    }
  }
}
