import Synchronization
package import SystemIO

/// The thread of the `PluginActor`: runs its jobs in their order, and waits for descriptors between.
///
/// It starts when it is first needed and goes with the process. Only the state behind the lock is
/// shared; whoever adds to it from another thread while this one waits raises the alarm.
package final class PluginThread: Sendable {
  /// The only one, as there is one `PluginActor`.
  package static let shared = PluginThread()

  private struct State {
    var jobs: [UnownedJob] = []
    var waits: [WaitToken: ThreadWait] = [:]
    /// Tokens that were nudged while nobody waited under them.
    var nudged: Set<WaitToken> = []
    var lastToken: UInt64 = 0
    /// Whether the thread is in `poll` and nobody has raised the alarm since.
    var isPolling = false
  }

  private let state = Mutex(State())
  private let alarm: EventCounter

  private init() {
    do {
      alarm = try EventCounter(nonBlocking: true, oneByOne: false)
    } catch {
      Self.giveUp("\(error)")
    }
    do {
      try Thread.start(stackSize: Self.stackSize) { PluginThread.shared.run() }
    } catch {
      Self.giveUp("\(error)")
    }
  }

  /// 8 MiB, what a main thread has: handlers are other people's code. Untouched pages cost nothing.
  private static let stackSize = 8 << 20

  /// A process without a thread for its plugin can do nothing at all.
  private static func giveUp(_ reason: String) -> Never {
    StandardError.write("the plugin's thread can't be started: \(reason)\n")
    CurrentProcess.leave(code: 1)
  }
}

// MARK: - Jobs

extension PluginThread: SerialExecutor, TaskExecutor {
  /// Adds a job behind those that wait; from any thread.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    change { $0.jobs.append(job) }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }

  /// Changes the state and wakes the thread if it waits.
  private func change(_ body: (inout State) -> Void) {
    let mustWake = state.withLock { state in
      body(&state)
      defer { state.isPolling = false }
      return state.isPolling
    }
    if mustWake { alarm.raise() }
  }

  private func run() {
    // Whoever reads no more is told by a failed write; the signal would end the process in its midst.
    Signal.brokenPipe.block()
    while true {
      runJobs()
      poll()
    }
  }

  /// Runs what is there; what these jobs add comes after the next look at the descriptors.
  private func runJobs() {
    let jobs = state.withLock { state in
      defer { state.jobs.removeAll() }
      return state.jobs
    }
    for job in jobs {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}

// MARK: - Waiting

extension PluginThread {
  /// A name to wait under, and to be nudged by.
  package func makeToken() -> WaitToken {
    state.withLock { state in
      state.lastToken += 1
      return WaitToken(number: state.lastToken)
    }
  }

  /// Waits until a descriptor is ready, the deadline is over, or somebody nudges the token.
  ///
  /// - Precondition: It is called on this thread, and nobody else waits under the token.
  package func wait(
    under token: WaitToken, for interest: ThreadWait.Interest
  ) async -> Poll.Readiness {
    await withCheckedContinuation { continuation in
      let wasNudged = state.withLock { state in
        guard state.nudged.remove(token) == nil else { return true }
        precondition(state.waits[token] == nil, "two waits under one token")
        state.waits[token] = ThreadWait(interest: interest, continuation: continuation)
        return false
      }
      if wasNudged { continuation.resume(returning: []) }
    }
  }

  /// Ends the wait under the token, or the next one if there is none now; from any thread.
  package func nudge(_ token: WaitToken) {
    let wait = state.withLock { state in
      let wait = state.waits.removeValue(forKey: token)
      if wait == nil { state.nudged.insert(token) }
      return wait
    }
    wait?.continuation.resume(returning: [])
  }

  /// Waits for whatever is waited for, unless there are jobs, and makes jobs of what is ready.
  private func poll() {
    var watch = state.withLock { state in
      state.isPolling = state.jobs.isEmpty
      return ThreadWatch(alarm: alarm.number, waits: state.waits, mayWait: state.jobs.isEmpty)
    }
    do {
      try watch.poll()
    } catch {
      Self.giveUp("\(error)")
    }
    let ready = state.withLock { state in
      state.isPolling = false
      return watch.ready.compactMap { (token, readiness) in
        // Whoever was nudged meanwhile has gone on already.
        state.waits.removeValue(forKey: token).map { ($0.continuation, readiness) }
      }
    }
    _ = alarm.take()
    for (continuation, readiness) in ready { continuation.resume(returning: readiness) }
  }
}
