import HostCore
import SystemIO

/// The guard: started when it is needed, listened to, replaced when it dies.
extension EventLoop {
  /// Starts the guard where there is none.
  func startGuard() throws(SystemError) {
    guard guardLink.number == nil else { return }
    try guardLink.start()
    guard let number = guardLink.number else { return }
    let slot = table.add(.guardLink)
    guardSlot = slot
    guardInterest = nil
    setInterest(.readable, of: number, token(slot), &guardInterest)
  }

  /// Sends a request; without a guard there is nothing that it could be about.
  func ask(_ request: GuardRequest) {
    ask(request, passing: DescriptorList(owning: []))
  }

  func ask(_ request: GuardRequest, passing descriptors: consuming DescriptorList) {
    guard guardLink.number != nil else { return }
    do {
      try guardLink.send(request, passing: descriptors)
    } catch {
      note("the guard can't be asked: \(error)")
      endGuard()
    }
    updateGuardInterest()
  }

  private func updateGuardInterest() {
    guard let slot = guardSlot, let number = guardLink.number else { return }
    let wanted: Epoll.Readiness = guardLink.hasWaiting ? [.readable, .writable] : .readable
    setInterest(wanted, of: number, token(slot), &guardInterest)
  }

  func receiveReports() {
    do {
      try guardLink.flush()
      updateGuardInterest()
      while true {
        switch try guardLink.receive() {
        case .report(let report): take(report)
        case .nothing: return
        case .end: return endGuard()
        }
      }
    } catch {
      note("the guard can't be listened to: \(error)")
      endGuard()
    }
  }

  private func take(_ report: GuardReport) {
    switch report {
    case .started(let number, let process):
      guard let run = runs[number] else { return }
      dispatch(.spawned(run.id, processID: process))
    case .failed(let number, let code):
      guard let run = runs.removeValue(forKey: number) else { return }
      let error = SystemError(.init(rawValue: code), call: "posix_spawn", subject: run.program)
      forget(run)
      dispatch(.spawnFailed(run.id, reason: "\(error)"))
    case .ended(let number, let bySignal, let status):
      guard let run = runs[number] else { return }
      ended(run, bySignal ? .signaled(status) : .exited(status))
    }
  }

  private func forget(_ run: PluginRun) {
    for text in run.texts {
      setInterest(nil, of: text.descriptor?.number, token(run.channel.slot), &text.interest)
      text.descriptor = nil
    }
    release(run.channel)
    table.remove(run.channel.slot)
  }

  /// Gives a guard up that can't be talked to. What follows from its death follows when it has been
  /// reaped: only then are its children this process'.
  private func endGuard() {
    if let slot = guardSlot {
      setInterest(nil, of: guardLink.number, token(slot), &guardInterest)
      table.remove(slot)
      guardSlot = nil
    }
    guardLink.close()
    if let process = guardLink.process { ChildProcess.signal(process, .kill) }
  }

  /// Reaps what ended. The host's own children are the guard, and what a guard that died has left
  /// behind.
  func reapChildren() {
    while let exit = ChildProcess.reap() {
      if exit.process == guardLink.process { guardDied() }
    }
    if isSweeping { isSweeping = ProcessTree.killAll(except: guardLink.process) }
  }

  /// Plugins without a guard count as dead, and are made so: as orphans they are this process'
  /// children now.
  private func guardDied() {
    endGuard()
    guardLink.forgetProcess()
    isSweeping = true
    guard !runs.isEmpty else { return }
    note("the guard of the plugins died; they are ended and start again when they are needed")
    for run in Array(runs.values) { ended(run, .unknown) }
  }
}
