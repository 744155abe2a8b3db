/// The life of one plugin: when its process starts, what ends it, and what follows.
///
/// One entry point takes what happened and returns what to do. The machine knows no process, message or
/// clock; `Plugin` and the host carry its actions out. Section 6 of the protocol names the states.
struct PluginLifecycle {
  /// Where the plugin is in its life.
  enum State: Equatable {
    /// Known from its manifest; never started.
    case discovered
    /// A process was asked for and does not run yet.
    case starting(RunID)
    /// The process runs and owes the answer to `initialize`.
    case initializing(RunID)
    /// It serves calls.
    case ready(RunID)
    /// It gets no new calls and may finish the open ones.
    case draining(RunID)
    /// It is being ended, step by step.
    case stopping(RunID, StopStage)
    /// It ended, or was never wanted; the next call starts it.
    case stopped
    /// It crashed and starts again when the time has come.
    case backoff(until: Instant)
    /// It crashed too often; only `plugin/restart` starts it.
    case quarantined
    /// Its user or the plugin itself does not want it to run.
    case disabled
    /// Its manifest or its handshake can't be used.
    case invalid
  }

  /// The steps by which a process is ended, gentlest first.
  enum StopStage: Equatable {
    /// Its start was not over when the stop came.
    case awaitingProcess
    /// `shutdown` was sent.
    case shutdown
    /// `exit` was sent and its standard input closed.
    case exit
    /// SIGTERM was sent to its group.
    case terminate
    /// SIGKILL was sent to its group.
    case kill
  }

  /// What happened.
  enum Input: Equatable {
    /// Somebody needs the plugin; `run` numbers the process that a start would make.
    case start(RunID)
    case spawned
    case spawnFailed(String)
    case handshakeSucceeded
    /// The handshake ended in a way that trying again can't mend.
    case handshakeRefused(String, Refusal)
    /// The process runs and can't be talked to any more.
    case failed(String)
    case stop
    /// End now, without asking.
    case kill
    /// End now: the host itself goes and waits for no open call.
    case stopAtOnce
    case restart
    /// The last open call is answered.
    case drained
    case shutdownAnswered
    case exited(ProcessExit)
    case deadline
    case disable(String)
    case enable
  }

  /// How a handshake refuses for good.
  enum Refusal: Equatable {
    case disabled
    case invalid
  }

  /// What to do, in order.
  enum Action: Equatable {
    case spawn(RunID)
    case sendInitialize
    /// Calls that waited for the start may go out.
    case deliverWaiting
    /// Answer every open and waiting call with the reason; none of it is sent again.
    case failCalls(String)
    /// Answer the open calls only: those that wait are for the process that comes next.
    case failOpenCalls(String)
    case sendShutdown
    /// Send `exit`, then close standard input.
    case sendExit
    case signal(ProcessSignal)
    /// (Re)arm the one deadline of this machine.
    case arm(Duration)
    case disarm
    /// Start again with a new run (`Input.start` follows).
    case startAgain
    /// Tell subscribers.
    case announce
  }

  /// What follows once the process is gone.
  private enum Sequel: Equatable {
    case stopped
    case startAgain
    case crashed(String)
    case refused(Refusal)
  }

  private(set) var state: State
  /// One sentence about why the plugin is where it is; empty when there is nothing to say.
  private(set) var reason = ""
  /// How often a process of this plugin was started again after a crash.
  private(set) var restartCount = 0
  private var sequel = Sequel.stopped
  private var crashes = CrashHistory()
  private let limits: LifecycleLimits

  /// Creates the machine of a plugin that was found on disk.
  init(state: State = .discovered, reason: String = "", limits: LifecycleLimits) {
    self.state = state
    self.reason = reason
    self.limits = limits
  }

  /// The process that belongs to the plugin now.
  var run: RunID? {
    switch state {
    case .starting(let run), .initializing(let run), .ready(let run), .draining(let run),
      .stopping(let run, _):
      run
    case .discovered, .stopped, .backoff, .quarantined, .disabled, .invalid: nil
    }
  }

  /// For good refused, while its process is still being ended.
  var refusal: Refusal? {
    guard case .stopping = state, case .refused(let refusal) = sequel else { return nil }
    return refusal
  }

  /// Takes what happened and returns what to do.
  mutating func handle(
    _ input: Input, at now: Instant, random: inout some RandomNumberGenerator
  ) -> [Action] {
    switch input {
    case .start(let run): start(run)
    case .spawned: spawned()
    case .spawnFailed(let why): spawnFailed(why, at: now, random: &random)
    case .handshakeSucceeded: handshakeSucceeded(at: now)
    case .handshakeRefused(let why, let refusal): refused(why, refusal)
    case .failed(let why): failed(why)
    case .stop: stop(then: .stopped, draining: true)
    case .kill: kill()
    case .stopAtOnce: stop(then: .stopped, draining: false)
    case .restart: restart()
    case .drained: drained()
    case .shutdownAnswered: shutdownAnswered()
    case .exited(let status): exited(status, at: now, random: &random)
    case .deadline: deadline(at: now, random: &random)
    case .disable(let why): disable(why)
    case .enable: enable()
    }
  }

  // MARK: Starting

  private mutating func start(_ run: RunID) -> [Action] {
    switch state {
    case .discovered, .stopped, .backoff:
      enter(.starting(run), "")
      return [.disarm, .spawn(run), .announce]
    case .stopping, .draining:
      if sequel == .stopped { sequel = .startAgain }
      return []
    case .starting, .initializing, .ready, .quarantined, .disabled, .invalid:
      return []
    }
  }

  private mutating func spawned() -> [Action] {
    switch state {
    case .starting(let run):
      enter(.initializing(run), "")
      return [.sendInitialize, .arm(limits.start), .announce]
    case .stopping(let run, .awaitingProcess):
      return enterStage(.terminate, run)
    default: return []
    }
  }

  private mutating func spawnFailed(
    _ why: String, at now: Instant, random: inout some RandomNumberGenerator
  ) -> [Action] {
    switch state {
    case .starting: return [.failCalls(why)] + crashed(why, at: now, random: &random)
    case .stopping: return conclude(at: now, random: &random)
    default: return []
    }
  }

  private mutating func handshakeSucceeded(at now: Instant) -> [Action] {
    guard case .initializing(let run) = state else { return [] }
    crashes.becameReady(at: now)
    enter(.ready(run), "")
    return [.disarm, .announce, .deliverWaiting]
  }

  private mutating func refused(_ why: String, _ refusal: Refusal) -> [Action] {
    guard case .initializing(let run) = state else { return [] }
    sequel = .refused(refusal)
    reason = why
    return [.failCalls(why)] + enterStage(.shutdown, run)
  }

  // MARK: Ending

  private mutating func failed(_ why: String) -> [Action] {
    switch state {
    case .initializing(let run), .ready(let run), .draining(let run):
      sequel = .crashed(why)
      reason = why
      return [.failCalls(why)] + enterStage(.terminate, run)
    case .stopping(let run, let stage) where stage == .shutdown:
      return enterStage(.exit, run)
    default: return []
    }
  }

  private mutating func stop(then next: Sequel, draining: Bool) -> [Action] {
    switch state {
    case .stopped: return []
    case .discovered, .backoff, .quarantined:
      enter(.stopped, "stopped on request")
      return [.disarm, .failCalls(reason), .announce]
    case .starting(let run):
      sequel = next
      enter(.stopping(run, .awaitingProcess), "stopped on request")
      return [.failCalls(reason), .announce]
    case .initializing(let run):
      sequel = next
      reason = "stopped on request"
      return [.failCalls(reason)] + enterStage(.terminate, run)
    case .ready(let run) where draining:
      sequel = next
      enter(.draining(run), "stopped on request")
      return [.arm(limits.drain), .announce]
    case .ready(let run), .draining(let run):
      sequel = next
      reason = "stopped on request"
      return [.failCalls(reason)] + enterStage(.shutdown, run)
    case .stopping:
      if sequel == .startAgain || next == .startAgain { sequel = next }
      return []
    case .disabled, .invalid: return []
    }
  }

  private mutating func kill() -> [Action] {
    switch state {
    case .initializing(let run), .ready(let run), .draining(let run):
      sequel = .stopped
      reason = "killed on request"
      return [.failCalls(reason)] + enterStage(.kill, run)
    case .stopping(let run, let stage) where stage != .awaitingProcess && stage != .kill:
      return enterStage(.kill, run)
    default: return stop(then: .stopped, draining: false)
    }
  }

  private mutating func restart() -> [Action] {
    crashes = CrashHistory()
    switch state {
    case .discovered, .stopped, .backoff, .quarantined:
      enter(.stopped, "")
      return [.disarm, .startAgain]
    default:
      return stop(then: .startAgain, draining: true)
    }
  }

  private mutating func drained() -> [Action] {
    guard case .draining(let run) = state else { return [] }
    return [failure(reason)] + enterStage(.shutdown, run)
  }

  /// What becomes of the calls when a stop is over: those that came meanwhile may be for what follows.
  private func failure(_ why: String) -> Action {
    sequel == .startAgain ? .failOpenCalls(why) : .failCalls(why)
  }

  private mutating func shutdownAnswered() -> [Action] {
    guard case .stopping(let run, .shutdown) = state else { return [] }
    return enterStage(.exit, run)
  }

  private mutating func disable(_ why: String) -> [Action] {
    guard run != nil else {
      enter(.disabled, why)
      return [.disarm, .failCalls(why), .announce]
    }
    let actions = stop(then: .refused(.disabled), draining: false)
    sequel = .refused(.disabled)
    reason = why
    return actions
  }

  private mutating func enable() -> [Action] {
    guard state == .disabled else { return [] }
    enter(.stopped, "")
    return [.announce]
  }

  private mutating func deadline(
    at now: Instant, random: inout some RandomNumberGenerator
  ) -> [Action] {
    switch state {
    case .initializing:
      return failed(
        "it did not answer initialize within \(limits.start.inWords); does it flush its output?")
    case .draining: return drained()
    case .stopping(let run, .shutdown): return enterStage(.exit, run)
    case .stopping(let run, .exit): return enterStage(.terminate, run)
    case .stopping(let run, .terminate), .stopping(let run, .kill): return enterStage(.kill, run)
    case .backoff: return [.startAgain]
    default: return []
    }
  }

  private mutating func enterStage(_ stage: StopStage, _ run: RunID) -> [Action] {
    var announcement: [Action] = []
    if case .stopping = state {} else { announcement = [.announce] }
    state = .stopping(run, stage)
    let steps: [Action] =
      switch stage {
      case .awaitingProcess: []
      case .shutdown: [.sendShutdown, .arm(limits.shutdown)]
      case .exit: [.sendExit, .arm(limits.exit)]
      case .terminate: [.signal(.terminate), .arm(limits.terminate)]
      case .kill: [.signal(.kill), .arm(limits.terminate)]
      }
    return announcement + steps
  }

  // MARK: After the end

  private mutating func exited(
    _ status: ProcessExit, at now: Instant, random: inout some RandomNumberGenerator
  ) -> [Action] {
    switch state {
    case .initializing where status == .unknown, .ready where status == .unknown:
      // Whoever ended the guard, it was not this plugin's fault: it starts again, and no crash counts.
      restartCount += 1
      enter(.backoff(until: now + limits.firstBackoff), "it \(status.description)")
      return [.failCalls(reason), .arm(limits.firstBackoff), .announce]
    case .starting, .initializing:
      let why = "it \(status.description) before it answered initialize"
      return [.failCalls(why)] + crashed(why, at: now, random: &random)
    case .ready where status == .exited(0):
      enter(.stopped, "it left by itself with code 0")
      return [.disarm, .failCalls(reason), .announce]
    case .ready:
      let why = "it \(status.description)"
      return [.failCalls(why)] + crashed(why, at: now, random: &random)
    case .draining:
      return [failure("it \(status.description) while it was being stopped")]
        + conclude(at: now, random: &random)
    case .stopping:
      return conclude(at: now, random: &random)
    case .discovered, .stopped, .backoff, .quarantined, .disabled, .invalid:
      return []
    }
  }

  private mutating func conclude(
    at now: Instant, random: inout some RandomNumberGenerator
  ) -> [Action] {
    let next = sequel
    sequel = .stopped
    switch next {
    case .stopped:
      enter(.stopped, reason)
      return [.disarm, .announce]
    case .startAgain:
      enter(.stopped, "")
      return [.disarm, .startAgain]
    case .crashed(let why):
      return crashed(why, at: now, random: &random)
    case .refused(let refusal):
      enter(refusal == .disabled ? .disabled : .invalid, reason)
      return [.disarm, .failCalls(reason), .announce]
    }
  }

  private mutating func crashed(
    _ why: String, at now: Instant, random: inout some RandomNumberGenerator
  ) -> [Action] {
    switch crashes.record(at: now, limits: limits, random: &random) {
    case .quarantine(let count):
      enter(.quarantined, "\(why); \(count) crashes within \(limits.crashWindow.inWords)")
      return [.disarm, .failCalls(reason), .announce]
    case .retry where !limits.restartsAfterCrash:
      enter(.stopped, why)
      return [.disarm, .failCalls(why), .announce]
    case .retry(let delay):
      restartCount += 1
      enter(.backoff(until: now + delay), why)
      return [.arm(delay), .announce]
    }
  }

  private mutating func enter(_ next: State, _ why: String) {
    state = next
    reason = why
  }
}
