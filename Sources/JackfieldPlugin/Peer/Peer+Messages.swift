import HostProtocol
import JSON
import JSONRPC
import SystemIO

extension Peer {
  /// Does what something that came asks for.
  func handle(_ incoming: PeerSession.Incoming) {
    switch incoming {
    case .request(let request): handle(request)
    case .notification(let method, let params): handle(method, params)
    case .answer(let number, let answer):
      answers.removeValue(forKey: number)?.resume(with: answer.mapError { $0 as any Error })
    case .broken(let reason):
      delegate?.didFail(UnreadableInput(reason: reason), at: nil)
      leave()
    }
  }

  // MARK: Requests

  private func handle(_ request: IncomingRequest) {
    do throws(ResponseError) {
      guard calls[request.id] == nil else { throw .idInUse }
      guard let delegate else { throw .afterShutdown }
      begin(PeerCall(request, of: self), try delegate.work(for: request))
    } catch {
      answer(request.id, .failure(error))
    }
  }

  private func begin(_ call: PeerCall, _ work: @escaping PeerCall.Work) {
    calls[call.request.id] = call
    call.task = Task(executorPreference: PluginThread.shared) { [self] in
      await perform(call, work)
    }
  }

  private func perform(_ call: PeerCall, _ work: PeerCall.Work) async {
    do {
      try Task.checkCancellation()
      finish(call, .success(try await work(call)))
    } catch {
      finish(call, .failure(self.error(of: call, for: error)))
    }
  }

  /// What a call that failed is answered with; -32800 answers nothing but a cancel.
  private func error(of call: PeerCall, for error: any Error) -> ResponseError {
    let isCancellation =
      error is CancellationError || (error as? ResponseError)?.code == .requestCancelled
    guard isCancellation else {
      let answer = ResponseError(of: error)
      if answer.code == .internalError { delegate?.didFail(error, at: call.request.method) }
      return answer
    }
    return call.state == .cancelled
      ? .cancelled
      : ResponseError(code: .internalError, message: "Something that it needed was cancelled.")
  }

  private func finish(_ call: PeerCall, _ answer: Result<[UInt8], ResponseError>) {
    calls[call.request.id] = nil
    call.state = .answered(at: Clock.monotonic)
    call.task = nil
    self.answer(call.request.id, answer)
    delegate?.didAnswer(call)
    if case .success = answer {
      for work in call.afterwards { start(work) }
    }
    call.afterwards = []
    endIfDone()
  }

  private func answer(_ id: RequestID, _ answer: Result<[UInt8], ResponseError>) {
    guard !isOutputDead else { return }
    session.answer(id, answer)
    flush()
  }

  // MARK: Notifications

  /// Ill-formed ones are ignored.
  private func handle(_ method: String, _ params: [UInt8]) {
    switch Method(rawValue: method) {
    case .cancelRequest:
      read(method, params) { (cancel: CancelRequest) in calls[cancel.id]?.cancel() }
    case .credit: read(method, params) { (credit: Credit) in grant(credit) }
    case .exit: beginEnding()
    default:
      if let work = delegate?.work(forNotification: method, params: params) { start(work) }
    }
  }

  private func read<Value: JSONDecodable>(
    _ method: String, _ params: [UInt8], _ body: (Value) -> Void
  ) {
    do {
      body(try Params.decode(params))
    } catch {
      delegate?.didFail(error, at: method)
    }
  }

  private func grant(_ credit: Credit) {
    for call in calls.values where call.tokens.partialResult == credit.token {
      call.grant(credit.count)
    }
  }
}

/// Bytes of the other end that can't be understood, so that nothing after them can be either.
struct UnreadableInput: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the other end can't be understood: \(reason)" }
}
