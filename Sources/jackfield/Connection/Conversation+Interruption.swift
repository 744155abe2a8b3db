import HostProtocol
import JSONRPC
import JackfieldClient
import SystemIO

extension Conversation {
  /// Waits for the answer to a call so that Control-C first cancels the call, then leaves.
  func answer(to call: CallID) throws(Failure) -> [UInt8] {
    do throws(ClientError) {
      return try waitCancelling(call)
    } catch {
      if case .response(let answer) = error, answer.code == .requestCancelled {
        throw Failure(.interrupted, "the call was cancelled")
      }
      throw failure(error)
    }
  }

  /// While it waits, SIGINT is input; afterwards it ends the program as ever, also one that came late.
  private func waitCancelling(_ call: CallID) throws(ClientError) -> [UInt8] {
    let signals: SignalReceiver
    do {
      signals = try SignalReceiver([.interrupt])
    } catch {
      throw .system("\(error)")
    }
    defer { Signal.interrupt.unblock() }
    try connection.interruptWaits(by: signals.number)
    do {
      return try connection.wait(for: call, until: deadline)
    } catch .interrupted {
      _ = signals.next()
      connection.cancel(call)
      return try connection.wait(for: call, until: deadline)
    }
  }
}
