import HostCore
import JSONRPC
import Matching
import SystemIO

/// What the core wants done, one effect after another. Nothing in here calls the core: what comes
/// of an effect is deferred.
extension EventLoop {
  func carryOut(_ effect: Effect) {
    switch effect {
    case .send(let peer, let message): send(message, to: peer)
    case .close(let connection): beginClosing(connection)
    case .spawn(let run, let request): spawn(run, request)
    case .closeInput(let run):
      guard let run = runs[run.number] else { return }
      run.channel.isClosing = true
      markDirty(run.channel)
    case .signal(let run, let signal):
      guard runs[run.number] != nil else { return }
      ask(.signal(run: run.number, signal == .kill ? .kill : .terminate))
    case .log(let plugin, _, let text): logs.append(text, to: plugin)
    case .mark(let directory, let isEnabled): mark(directory, isEnabled)
    case .keepLearnedUse(let text): keepLearnedUse(text)
    case .match(let job): begin(job)
    case .cancelMatch(let job): workers?.cancel(job)
    case .stopListening: stopListening()
    case .exit(let code):
      exitCode = code
      exitDeadline = clock.now + LoopLimits.farewell
    }
  }

  /// Writes down what the user said; a folder that can't be written to is told in the host's log.
  private func mark(_ directory: String, _ isEnabled: Bool) {
    do {
      try PluginMarks.note(directory, isEnabled: isEnabled, in: HostPaths().configurationDirectory)
    } catch {
      logs.append(
        "what was said about \(directory) could not be kept: \(error)", to: HostLogs.host)
    }
  }

  /// Keeps what was learned; a file that can't be written is told in the host's log.
  private func keepLearnedUse(_ text: [UInt8]) {
    do {
      try LearnedUseFile().write(text)
    } catch {
      logs.append("what was learned could not be kept: \(error)", to: HostLogs.host)
    }
  }

  private func send(_ message: Outgoing, to peer: Peer) {
    guard let channel = channel(of: peer), !channel.isBroken else { return }
    channel.outbox.append(message, of: effects, framing: channel.framing)
    if channel.outbox.count > LoopLimits.highWater { noteBacklog(of: channel) }
    markDirty(channel)
  }

  private func noteBacklog(of channel: Channel) {
    if channel.outbox.count > LoopLimits.queue { channel.isOverfull = true }
    // Plugins are always read: they owe the host answers.
    if !channel.isPlugin { channel.isHeld = true }
  }

  private func channel(of peer: Peer) -> Channel? {
    switch peer {
    case .frontEnd(let connection): connections[connection.number]
    case .plugin(let run): runs[run.number]?.channel
    }
  }

  func markDirty(_ channel: Channel) {
    guard !channel.isDirty else { return }
    channel.isDirty = true
    dirty.append(channel)
  }

  // MARK: Searches

  /// A small search is done here and now: sooner than a thread could be woken.
  private func begin(_ job: MatchJob) {
    guard job.snapshot.count > LoopLimits.inlineSearch else { return searchNow(job) }
    do {
      try startWorkers().begin(job)
    } catch {
      note("a search runs on the loop: \(error)")
      searchNow(job)
    }
  }

  private func searchNow(_ job: MatchJob) {
    guard let result = Matcher.search(job.snapshot, for: job.query, limit: job.limit) else {
      return
    }
    deferred.append(.matched(job.id, result))
  }

  private func startWorkers() throws(SystemError) -> MatchWorkers {
    if let workers { return workers }
    let started = try MatchWorkers()
    try epoll.add(started.number, for: .readable, token: token(table.add(.workers)))
    workers = started
    return started
  }

  func takeSearchResults() {
    for result in workers?.takeResults() ?? [] {
      if let found = result.found { dispatch(.matched(result.id, found)) }
    }
  }
}
