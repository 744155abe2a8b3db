import HostProtocol
import JSON
import JSONRPC
import SystemIO

/// Drives a session over a stream: sends what is queued and takes what comes, while somebody waits.
final class Exchange {
  /// Gets each notification; it may wait for something itself.
  var onNotification: (IncomingNotification) -> Void = { _ in }
  /// What is said, and what has been heard.
  var session = ClientSession()

  private var stream: HostStream
  private var answers: [CallID: Result<[UInt8], ResponseError>] = [:]
  private var isInputOver = false

  init(_ stream: consuming HostStream) { self.stream = stream }

  /// Ends waits with `interrupted` when the descriptor `number` becomes readable.
  func interruptWaits(by number: Int32) throws(ClientError) {
    do {
      try stream.interruptWaits(by: number)
    } catch {
      throw .system("\(error)")
    }
  }

  /// Waits for the answer to a call, which stays open if the wait fails.
  ///
  /// - Precondition: The call was not abandoned, and nobody has had its answer.
  func answer(to call: CallID, until deadline: Deadline) throws(ClientError) -> [UInt8] {
    while true {
      switch answers.removeValue(forKey: call) {
      case .success(let result): return result
      case .failure(let error): throw .response(error)
      case nil:
        precondition(session.openCalls.contains(call), "nobody will answer this call")
        try turn(until: deadline)
      }
    }
  }

  /// Calls a method and waits for its result; if the wait fails, the call is cancelled and forgotten.
  func result(
    of method: String, params: [UInt8]?, until deadline: Deadline
  ) throws(ClientError) -> [UInt8] {
    let call = session.call(method, params: params)
    do throws(ClientError) {
      return try answer(to: call, until: deadline)
    } catch {
      session.cancel(call)
      session.abandon(call)
      throw error
    }
  }

  /// Calls one of the protocol's methods and reads its result.
  func result<Request: RequestMessage>(
    of request: Request, until deadline: Deadline
  ) throws(ClientError) -> Request.Result {
    let method = Request.method.rawValue
    let text = try result(of: method, params: request.jsonBytes(), until: deadline)
    let value: JSONValue
    do {
      value = try JSONValue.parse(text)
    } catch {
      throw .protocolViolation("the result of \(method) can't be read: \(error)")
    }
    do {
      return try Request.Result(json: value)
    } catch {
      throw .unexpectedResult(method: method, error)
    }
  }

  /// Sends and receives until everything queued is sent.
  func flush(until deadline: Deadline) throws(ClientError) {
    while !session.output.isEmpty { try turn(until: deadline) }
  }

  /// Sends what fits, then takes the next thing that was said, waiting for it if need be.
  ///
  /// Nothing more is read while something that was read is not handled, and reading never depends on
  /// the end of a write: two peers that both write at once would wait for each other.
  func turn(until deadline: Deadline) throws(ClientError) {
    try send()
    if let incoming = try session.next() { return handle(incoming) }
    guard !isInputOver else {
      guard let incoming = try session.finish() else { throw .hostClosed }
      return handle(incoming)
    }
    try stream.wait(forWriting: !session.output.isEmpty, until: deadline)
    try receive()
  }

  private func handle(_ incoming: ClientSession.Incoming) {
    switch incoming {
    case .answer(let call, let answer): answers[call] = answer
    case .notification(let notification): onNotification(notification)
    }
  }

  private func send() throws(ClientError) {
    guard !session.output.isEmpty else { return }
    do {
      let count = try session.output.withUnsafeBytes { bytes throws(SystemError) in
        try stream.write(bytes)
      }
      session.didSend(count)
    } catch {
      throw .system("\(error)")
    }
  }

  /// Reads what is there, once.
  private func receive() throws(ClientError) {
    var transfer = Transfer.wouldBlock
    var failure: SystemError?
    session.withSpace { space in
      do throws(SystemError) {
        transfer = try stream.read(into: space)
      } catch {
        failure = error
      }
      guard case .bytes(let count) = transfer else { return 0 }
      return count
    }
    if let failure { throw .system("\(failure)") }
    isInputOver = transfer == .end
  }
}
