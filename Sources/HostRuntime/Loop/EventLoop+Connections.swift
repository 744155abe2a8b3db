import HostCore
import JSONRPC
import SystemIO

/// Front ends: accepted, or on the standard streams; closed.
extension EventLoop {
  func watchListener() throws(SystemError) {
    guard let number = listener?.number else { return }
    let slot = table.add(.listener)
    try epoll.add(number, for: .readable, token: token(slot))
    listenerSlot = slot
    nextSocketCheck = clock.now + configuration.socketCheck
  }

  private func unwatchListener() {
    guard let slot = listenerSlot, let number = listener?.number else { return }
    listenerSlot = nil
    table.remove(slot)
    do {
      try epoll.remove(number)
    } catch {
      // It is not in the set while accepting pauses.
    }
  }

  func stopListening() {
    unwatchListener()
    listener?.close()
    nextSocketCheck = nil
    acceptResumes = nil
  }

  /// Accepts what waits, a bounded number a turn.
  func acceptConnections() {
    guard let number = listener?.number else { return }
    do {
      for _ in 0..<LoopLimits.readyPerTurn {
        guard let socket = try UnixSocket.accept(from: number) else { return }
        try open(socket)
      }
    } catch {
      // Out of descriptors or memory: whoever waits goes on waiting until some are free again.
      note("no connection can be accepted now: \(error)")
      unwatchListener()
      acceptResumes = clock.now + LoopLimits.acceptPause
    }
  }

  func resumeAccepting() {
    acceptResumes = nil
    do {
      try watchListener()
    } catch {
      note("no connection can be accepted now: \(error)")
      acceptResumes = clock.now + LoopLimits.acceptPause
    }
  }

  /// Whether a peer of user `peer` may talk to a host of user `user`; root may do as the user does.
  static func admits(_ peer: UInt32, to user: UInt32) -> Bool {
    peer == user || peer == 0
  }

  /// Takes a connection of this user's.
  private func open(_ socket: consuming Descriptor) throws(SystemError) {
    let peer = try UnixSocket.peerCredentials(of: socket.number)
    guard Self.admits(peer.user, to: CurrentProcess.user) else {
      return note("a connection of user \(peer.user) (pid \(peer.process)) was refused")
    }
    let (id, slot) = nextPlace()
    let channel = Channel(
      peer: .frontEnd(id), slot: slot, socket: socket, decoder: makeDecoder(), pool: outputPool)
    begin(channel, as: id)
  }

  /// Makes the standard streams the one front end.
  func openStandardStreams() throws(SystemError) {
    let streams = try StandardStreams.take(leaving: .nothing)
    let (id, slot) = nextPlace()
    let channel = Channel(
      peer: .frontEnd(id), slot: slot, input: streams.input, output: streams.output,
      decoder: makeDecoder(), pool: outputPool)
    channel.isAlwaysReady = streams.inputIsFile
    if streams.inputIsFile { alwaysReady.append(channel) }
    begin(channel, as: id)
  }

  private func nextPlace() -> (ConnectionID, slot: Int) {
    defer { nextConnection += 1 }
    return (ConnectionID(nextConnection), table.reserve())
  }

  private func makeDecoder() -> FrameDecoder {
    FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: framePool)
  }

  private func begin(_ channel: Channel, as id: ConnectionID) {
    table.put(.channel(channel), at: channel.slot)
    connections[id.number] = channel
    updateInterest(of: channel)
    dispatch(.connected(id, makeToken()))
  }

  /// The system's own generator, which is fit for secrets.
  private func makeToken() -> ResumeToken {
    var random = SystemRandomNumberGenerator()
    return ResumeToken(high: random.next(), low: random.next())
  }

  // MARK: Closing

  /// Lets what is queued be written, for a while, and reads nothing more.
  func beginClosing(_ id: ConnectionID) {
    guard let channel = connections[id.number] else { return }
    channel.isClosing = true
    lingering.append((channel, clock.now + LoopLimits.linger))
    markDirty(channel)
  }

  func closeLingering() {
    for entry in lingering where entry.end <= clock.now {
      entry.channel.isBroken = true
      markDirty(entry.channel)
    }
    lingering.removeAll { $0.end <= clock.now || $0.channel.input == nil }
  }

  /// Closes a front end's connection and tells the core, once.
  func close(_ channel: Channel) {
    guard case .frontEnd(let id) = channel.peer, connections.removeValue(forKey: id.number) != nil
    else { return }
    release(channel)
    table.remove(channel.slot)
    dispatch(.closed(channel.peer))
  }

  /// Takes a channel's descriptors out of the set and closes them.
  func release(_ channel: Channel) {
    setInterest(nil, of: channel.input?.number, token(channel.slot), &channel.inputInterest)
    setInterest(
      nil, of: channel.output?.number, token(channel.slot, .output), &channel.outputInterest)
    channel.isInputOver = true
    channel.isBroken = true
    countUnfinished(of: channel)
    channel.outbox.removeAll()
    channel.input = nil
    channel.output = nil
  }
}
