import HostCore
import JSONRPC
import SystemIO

/// Input: read, cut into frames, told. At most one buffer per peer and turn, so that a flood from
/// one costs the others little.
extension EventLoop {
  func take(_ readiness: Epoll.Readiness, _ role: SourceTable.Role, of channel: Channel) {
    let isOutput = role == .output || channel.isSocket
    if isOutput, !readiness.isDisjoint(with: [.writable, .failure, .hangUp]) { markDirty(channel) }
    guard role == .input else { return }
    if channel.wantsInput {
      read(channel)
    } else if channel.isSocket, !readiness.isDisjoint(with: [.hangUp, .failure]) {
      // Both directions are over, and there is nothing more that we would read.
      channel.isBroken = true
    }
  }

  /// Reads once and handles what has come.
  func read(_ channel: Channel) {
    guard let number = channel.input?.number else { return }
    var outcome = Transfer.wouldBlock
    channel.decoder.withSpace { space in
      do {
        outcome = try Descriptor.read(number, into: space)
      } catch {
        // A peer that reset the connection sends nothing more and reads nothing more.
        channel.isBroken = channel.isSocket
        outcome = .end
      }
      guard case .bytes(let count) = outcome else { return 0 }
      return count
    }
    switch outcome {
    case .bytes:
      decode(channel)
    case .end:
      channel.endIsPending = true
      decode(channel)
    case .wouldBlock: break
    }
  }

  /// Handles the frames that have come, until the channel is held or nothing whole is left.
  func decode(_ channel: Channel) {
    var hasProgressed = false
    while !channel.isHeld, !channel.isInputOver {
      guard let decoded = channel.decoder.next() else {
        if channel.endIsPending { finishInput(channel) }
        break
      }
      hasProgressed = true
      tell(decoded, of: channel)
    }
    noteFrame(of: channel, hasProgressed: hasProgressed)
    boundUnfinished(by: channel)
    if !channel.wantsInput { markDirty(channel) }
  }

  func tell(_ decoded: Decoded, of channel: Channel) {
    switch decoded {
    case .frame(let frame):
      dispatch(.frame(channel.peer, frame))
    case .text(let slice):
      guard case .plugin(let run) = channel.peer else { return }
      let text = String(decoding: slice.bytes, as: UTF8.self)
      dispatch(.output(run, OutputLine(stream: .standardOutput, text: text)))
    case .fault(let fault):
      if fault.isFatal { channel.isInputOver = true }
      dispatch(.decodingFailed(channel.peer, fault))
    }
  }

  /// The end of input, once everything before it has been handled.
  private func finishInput(_ channel: Channel) {
    channel.isInputOver = true
    let rest = channel.decoder.finish()
    switch channel.peer {
    case .frontEnd:
      if let rest { tell(rest, of: channel) }
      dispatch(.endOfInput(channel.peer))
    case .plugin(let id):
      // What its output broke off in is told with its end.
      if case .fault(let fault)? = rest {
        runs[id.number]?.outputFault = fault
      } else if let rest {
        tell(rest, of: channel)
      }
      if let run = runs[id.number] { outputEnded(of: run) }
    }
  }

  /// Reads what epoll does not tell: files, and channels that were held with frames at hand.
  func readWithoutWaiting() {
    // Handling what came may let others, or the same, go on.
    let ready = resumed
    resumed.removeAll()
    for channel in ready { decode(channel) }
    guard !alwaysReady.isEmpty else { return }
    for channel in alwaysReady where channel.wantsInput { read(channel) }
    alwaysReady.removeAll { $0.isInputOver }
  }

  // MARK: The size of what is unfinished

  /// Brings the sum up to date with a channel that was read or is gone.
  func countUnfinished(of channel: Channel) {
    let held = channel.isInputOver ? 0 : channel.decoder.unfinishedByteCount
    let count = max(0, held - LoopLimits.ownInput)
    unfinishedTotal += count - channel.unfinishedCount
    channel.unfinishedCount = count
  }

  /// Skips the largest unfinished messages while all together are too large. Whoever sends it is
  /// told, and its connection goes on.
  private func boundUnfinished(by channel: Channel) {
    countUnfinished(of: channel)
    while unfinishedTotal > configuration.unfinishedInput {
      let all = Array(connections.values) + runs.values.map(\.channel)
      guard let largest = all.max(by: { $0.unfinishedCount < $1.unfinishedCount }) else { return }
      largest.decoder.skipUnfinishedMessage(limit: configuration.unfinishedInput)
      countUnfinished(of: largest)
      // The decoder tells the fault once it knows the id of the message, or that it has none.
      resumed.append(largest)
    }
  }

  // MARK: The time of a frame

  /// Starts the clock of a frame at its first byte and stops it at its last.
  private func noteFrame(of channel: Channel, hasProgressed: Bool) {
    guard channel.decoder.isInsideFrame, !channel.isInputOver else {
      channel.frameStart = nil
      return
    }
    guard hasProgressed || channel.frameStart == nil else { return }
    channel.frameStart = clock.now
    if nextFrameCheck == nil { nextFrameCheck = clock.now + frameCheck }
  }

  private var frameCheck: Duration { min(LoopLimits.frameCheck, configuration.frameDeadline) }

  /// Ends the frames that have taken too long; sets the next look.
  func checkFrames() {
    nextFrameCheck = nil
    var late: [Channel] = []
    for channel in Array(connections.values) + runs.values.map(\.channel) {
      guard let start = channel.frameStart else { continue }
      // What is not read can't come to its end.
      if channel.isHeld { channel.frameStart = clock.now }
      if clock.now - start >= configuration.frameDeadline { late.append(channel) }
      nextFrameCheck = clock.now + frameCheck
    }
    for channel in late {
      channel.isInputOver = true
      channel.frameStart = nil
      markDirty(channel)
      let explanation =
        "A message has not come to its end \(configuration.frameDeadline) after its first byte."
      let fault = DecodingFault(kind: .unframeable, explanation: explanation)
      dispatch(.decodingFailed(channel.peer, fault))
    }
  }
}
