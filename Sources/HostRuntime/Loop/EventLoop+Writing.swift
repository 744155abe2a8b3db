import HostCore
import SystemIO

/// Output: everything that a turn queued for a peer is written at its end. Reading never waits for
/// it.
extension EventLoop {
  /// Writes, closes and decides for every channel that the turn has touched.
  func settleDirty() {
    // Closing tells the core, whose effects may touch further channels.
    var index = 0
    while index < dirty.count {
      let channel = dirty[index]
      channel.isDirty = false
      settle(channel)
      index += 1
    }
    dirty.removeAll(keepingCapacity: true)
  }

  private func settle(_ channel: Channel) {
    if channel.isOverfull, !channel.isBroken {
      note("\(channel.peer.name) has not read \(channel.outbox.count) bytes and is given up")
      channel.isBroken = true
    }
    flush(channel)
    if channel.isBroken || (channel.isClosing && channel.outbox.isEmpty) {
      guard channel.isPlugin else { return close(channel) }
      closeOutput(of: channel)
    }
    if channel.outbox.count <= LoopLimits.lowWater, channel.isHeld {
      channel.isHeld = false
      noteHold(of: channel)
    }
    updateInterest(of: channel)
  }

  private func flush(_ channel: Channel) {
    if !channel.isBroken, !channel.outbox.isEmpty, let number = channel.outputNumber {
      do {
        try channel.outbox.flush(to: number)
      } catch {
        channel.isBroken = true
      }
    }
    if channel.isBroken { channel.outbox.removeAll() }
  }

  /// A channel was held or is held no more: frames that came before are handled first.
  func noteHold(of channel: Channel) {
    if !channel.isHeld { resumed.append(channel) }
    markDirty(channel)
  }

  /// Ends the output to a plugin, after a failure or because the core wants it.
  private func closeOutput(of channel: Channel) {
    guard case .plugin(let id) = channel.peer, let run = runs[id.number] else { return }
    if channel.isBroken { inputBroke(of: run) }
    channel.isClosing = false
    if channel.isSocket {
      if let number = channel.input?.number { UnixSocket.endOutput(of: number) }
      return
    }
    setInterest(
      nil, of: channel.output?.number, token(channel.slot, .output), &channel.outputInterest)
    channel.output = nil
  }

  // MARK: What epoll waits for

  func updateInterest(of channel: Channel) {
    let readable: Epoll.Readiness = channel.wantsInput && !channel.isAlwaysReady ? .readable : []
    let writable: Epoll.Readiness = channel.outbox.isEmpty ? [] : .writable
    if channel.isSocket {
      // A socket stays in the set with nothing to wait for: its hang-up is told all the same.
      setInterest(
        readable.union(writable), of: channel.input?.number, token(channel.slot),
        &channel.inputInterest)
      return
    }
    setInterest(
      readable.isEmpty ? nil : readable, of: channel.input?.number, token(channel.slot),
      &channel.inputInterest)
    setInterest(
      writable.isEmpty ? nil : writable, of: channel.output?.number, token(channel.slot, .output),
      &channel.outputInterest)
    if channel.isInputOver { channel.input = nil }
  }

  /// Changes what epoll waits for, where it is not the same already; nil takes the descriptor out.
  func setInterest(
    _ wanted: Epoll.Readiness?, of number: Int32?, _ token: UInt64,
    _ current: inout Epoll.Readiness?
  ) {
    guard let number, wanted != current else { return }
    do {
      switch (current, wanted) {
      case (nil, let wanted?): try epoll.add(number, for: wanted, token: token)
      case (_, let wanted?): try epoll.change(number, to: wanted, token: token)
      case (_, nil): try epoll.remove(number)
      }
      current = wanted
    } catch {
      // Out of memory for the kernel's set. The channel is not told of any more; its peer's next
      // deadline ends it.
      note("a descriptor can't be waited for: \(error)")
    }
  }
}

extension Peer {
  /// The peer's name in the host's log.
  var name: String {
    switch self {
    case .frontEnd(let connection): "front end \(connection.number)"
    case .plugin(let run): "plugin run \(run.number)"
    }
  }
}
