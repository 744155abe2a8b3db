import HostCore
import SystemIO

/// Time: what is due is judged after the input that was ready, so that a late loop blames nobody.
extension EventLoop {
  /// How long the next wait may be; nil for any time.
  var nextTimeout: Duration? {
    if !resumed.isEmpty || alwaysReady.contains(where: \.wantsInput) { return .zero }
    let now = clock.now
    let pressing = nextPressingDeadline.map { deadline in
      let left = deadline - now
      return min(left, max(left / LoopLimits.looksPerDeadline, LoopLimits.shortestLook))
    }
    let quiet = nextSocketCheck.map { $0 - now }
    guard let pressing, let quiet else { return pressing ?? quiet }
    return min(pressing, quiet)
  }

  private var nextPressingDeadline: Instant? {
    var next = logic.nextDeadline
    func consider(_ instant: Instant?) {
      guard let instant else { return }
      next = next.map { min($0, instant) } ?? instant
    }
    consider(nextFrameCheck)
    consider(acceptResumes)
    consider(exitDeadline)
    for entry in lingering { consider(entry.end) }
    for run in timedRuns { consider(run.nextDeadline) }
    return next
  }

  /// Does what is due.
  func judgeTime() {
    let now = clock.now
    if let deadline = logic.nextDeadline, deadline <= now { dispatch(.deadline) }
    if let check = nextFrameCheck, check <= now { checkFrames() }
    if let resume = acceptResumes, resume <= now { resumeAccepting() }
    if let check = nextSocketCheck, check <= now { checkSocket() }
    if !lingering.isEmpty { closeLingering() }
    if !timedRuns.isEmpty { judgeRuns() }
  }

  private func judgeRuns() {
    let timed = timedRuns
    timedRuns.removeAll(keepingCapacity: true)
    for run in timed { judge(run) }
    timedRuns.append(contentsOf: timed.filter { $0.nextDeadline != nil })
  }

  /// Looks whether the socket's file is still this host's.
  private func checkSocket() {
    guard let listener else { return }
    nextSocketCheck = clock.now + configuration.socketCheck
    switch listener.inspect() {
    case .intact: break
    case .renewed:
      note("the socket's file was gone and has been made anew")
      rewatchListener()
    case .lost:
      note("another host has taken the socket's place: this one ends")
      requestStop()
    }
  }

  /// The descriptor that listened before is closed, and so out of the set.
  private func rewatchListener() {
    if let slot = listenerSlot { table.remove(slot) }
    listenerSlot = nil
    resumeAccepting()
  }

  // MARK: Signals and the end

  func takeSignals() {
    while let signal = signals.next() {
      if signal == .child { reapChildren() } else { requestStop() }
    }
  }

  /// Asks the core to end, once: a second request joins the first and shortens nobody's grace.
  func requestStop() {
    guard !isStopRequested else { return }
    isStopRequested = true
    dispatch(.stopRequested)
  }

  /// Whether the core wants to leave and its last words are written, or have had their time.
  var isOver: Bool {
    guard exitCode != nil, let exitDeadline else { return false }
    return exitDeadline <= clock.now || connections.values.allSatisfy(\.outbox.isEmpty)
  }

  /// The last steps: no socket, no processes, all logs.
  func leave() {
    stopListening()
    guardLink.endAndWait()
    note("the host leaves with code \(exitCode ?? 0)")
    logs.flush()
  }
}
