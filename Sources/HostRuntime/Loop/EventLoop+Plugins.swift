import HostCore
import JSONRPC
import SystemIO

/// Plugins' processes: spawned through the guard, read to the last byte, let go.
extension EventLoop {
  func spawn(_ id: RunID, _ request: SpawnRequest) {
    do {
      let launch = try preparation.launch(for: request)
      try makeFolders(of: request)
      try start(id, request, launch)
    } catch let failure as SpawnFailure {
      deferred.append(.spawnFailed(id, reason: failure.reason))
    } catch {
      deferred.append(.spawnFailed(id, reason: "\(error)"))
    }
  }

  private func makeFolders(of request: SpawnRequest) throws(SystemError) {
    for folder in writableFolders[request.directory] ?? [] { try Directory.make(folder) }
  }

  private func start(
    _ id: RunID, _ request: SpawnRequest, _ launch: ProcessLaunch
  ) throws(SystemError) {
    try startGuard()
    let decoder = FrameDecoder(role: .plugin(request.framing), limits: .plugin, pool: framePool)
    let slot = table.reserve()
    let run: PluginRun
    do {
      run = try PluginRun.open(
        id, request, program: launch.path, slot: slot, decoder: decoder, pool: outputPool)
    } catch {
      table.remove(slot)
      throw error
    }
    table.put(.plugin(run), at: slot)
    runs[id.number] = run
    watch(run)
    guard let ends = run.childEnds.take() else { return }
    ask(.start(run: id.number, launch, given: run.given), passing: ends)
  }

  private func watch(_ run: PluginRun) {
    updateInterest(of: run.channel)
    for (text, role) in zip(run.texts, [SourceTable.Role.text, .otherText]) {
      setInterest(
        .readable, of: text.descriptor?.number, token(run.channel.slot, role), &text.interest)
    }
  }

  // MARK: Output

  func take(_ readiness: Epoll.Readiness, _ role: SourceTable.Role, of run: PluginRun) {
    switch role {
    case .input, .output: take(readiness, role, of: run.channel)
    case .text: readText(run.texts[0], of: run)
    case .otherText: readText(run.texts[1], of: run)
    }
    // Something came: whoever still writes after the plugin's end is heard out, within bounds.
    if run.drainEnd != nil { run.drainIdleEnd = clock.now + LoopLimits.drainIdle }
    finishIfSilent(run)
  }

  private func readText(_ text: TextStream, of run: PluginRun) {
    guard let number = text.descriptor?.number else { return }
    var lines: [String] = []
    withUnsafeTemporaryAllocation(byteCount: LoopLimits.textChunk, alignment: 1) { chunk in
      var outcome = Transfer.end
      do {
        outcome = try Descriptor.read(number, into: chunk)
      } catch {
        // A pipe that can't be read has ended.
      }
      switch outcome {
      case .bytes(let count):
        let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
        text.splitter.take(bytes, at: clock.now) { lines.append($0) }
      case .wouldBlock: break
      case .end: end(text, of: run) { lines.append($0) }
      }
    }
    tell(lines, of: text, run)
  }

  private func tell(_ lines: [String], of text: TextStream, _ run: PluginRun) {
    for line in lines { dispatch(.output(run.id, OutputLine(stream: text.stream, text: line))) }
  }

  private func end(_ text: TextStream, of run: PluginRun, _ emit: (String) -> Void) {
    guard text.descriptor != nil else { return }
    setInterest(nil, of: text.descriptor?.number, token(run.channel.slot), &text.interest)
    text.descriptor = nil
    text.splitter.finish(at: clock.now, emit)
  }

  /// The plugin's messages have ended. Usually its exit is told next, which says more.
  func outputEnded(of run: PluginRun) {
    guard run.exit == nil else { return }
    run.outputEndNews = clock.now + LoopLimits.exitNews
    timedRuns.append(run)
  }

  /// The plugin can't be written to any more. Usually its exit is told next, which says more.
  func inputBroke(of run: PluginRun) {
    guard run.exit == nil, !run.isInputEndNoted else { return }
    run.isInputEndNoted = true
    run.inputEndNews = clock.now + LoopLimits.exitNews
    timedRuns.append(run)
  }

  // MARK: The end

  /// The process ended: what it wrote is read until its pipes end, or nothing comes any more.
  func ended(_ run: PluginRun, _ exit: ProcessExit) {
    guard run.exit == nil else { return }
    run.exit = exit
    run.outputEndNews = nil
    run.inputEndNews = nil
    run.drainEnd = clock.now + LoopLimits.drain
    run.drainIdleEnd = clock.now + LoopLimits.drainIdle
    timedRuns.append(run)
    finishIfSilent(run)
  }

  private func finishIfSilent(_ run: PluginRun) {
    if run.exit != nil, run.isSilent { finish(run) }
  }

  /// Lets a run go: its last words, its descriptors, the rest of its group, and the news.
  func finish(_ run: PluginRun) {
    guard let exit = run.exit, runs.removeValue(forKey: run.id.number) != nil else { return }
    for text in run.texts {
      var lines: [String] = []
      end(text, of: run) { lines.append($0) }
      tell(lines, of: text, run)
    }
    finishOutput(of: run)
    run.drainEnd = nil
    run.drainIdleEnd = nil
    release(run.channel)
    table.remove(run.channel.slot)
    ask(.release(run: run.id.number))
    dispatch(.exited(run.id, exit))
  }

  /// Tells the last line, or writes down what the output broke off in: how the process ended says
  /// more than that.
  private func finishOutput(of run: PluginRun) {
    if !run.channel.isInputOver, let rest = run.channel.decoder.finish() {
      if case .fault(let fault) = rest {
        run.outputFault = fault
      } else {
        tell(rest, of: run.channel)
      }
    }
    guard let fault = run.outputFault else { return }
    logs.append("jackfield: its output ended early: \(fault.explanation)", to: run.name)
  }

  /// Decides what a run's deadlines ask for.
  func judge(_ run: PluginRun) {
    let now = clock.now
    if let end = run.outputEndNews, end <= now {
      run.outputEndNews = nil
      if let fault = run.outputFault { dispatch(.decodingFailed(.plugin(run.id), fault)) }
      run.outputFault = nil
      dispatch(.endOfInput(.plugin(run.id)))
    }
    if let end = run.inputEndNews, end <= now {
      run.inputEndNews = nil
      dispatch(.closed(.plugin(run.id)))
    }
    if let end = run.drainEnd, let idle = run.drainIdleEnd, min(end, idle) <= now { finish(run) }
  }
}
