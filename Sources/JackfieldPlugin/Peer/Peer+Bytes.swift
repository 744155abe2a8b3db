import JSONRPC
import SystemIO

extension Peer {
  /// Writes what the other end takes; the rest is written when it takes more.
  func flush() {
    let wasCongested = isCongested
    do throws(SystemError) {
      while !session.output.isEmpty, try write() {}
    } catch {
      // Nobody reads any more; what was read before is still handled.
      isOutputDead = true
      session.dropOutput()
      leave()
    }
    guard wasCongested, !isCongested else { return }
    for call in calls.values { call.wake() }
  }

  /// Writes once; false where the other end takes nothing now.
  private func write() throws(SystemError) -> Bool {
    let transfer = try session.output.withBytes { bytes throws(SystemError) in
      try channel.write(bytes)
    }
    guard case .bytes(let count) = transfer else {
      if !isWaitingToWrite { PluginThread.shared.nudge(token) }
      return false
    }
    session.didSend(count)
    return true
  }

  /// Reads once and handles what has come.
  func receive() {
    var transfer = Transfer.end
    session.withSpace { space in
      do throws(SystemError) {
        transfer = try channel.read(into: space)
      } catch {
        // A stream that can't be read is at its end.
      }
      guard case .bytes(let count) = transfer else { return 0 }
      return count
    }
    while phase == .open, let incoming = session.next() { handle(incoming) }
    if transfer == .end, phase == .open {
      if let last = session.finish() { handle(last) }
      beginEnding()
    }
    flush()
  }
}
