import JackfieldPlugin

/// What a plugin says to a host that is played: its requests are answered, its notifications kept.
@PluginActor
final class TestInbox: PeerDelegate {
  typealias Answer = @PluginActor @Sendable (JSONValue) async throws -> [UInt8]

  private var answers: [String: Answer] = [:]
  private var notifications: [(method: String, params: JSONValue)] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOver = false

  /// Answers a method from now on.
  func answer(_ method: String, with answer: @escaping Answer) {
    answers[method] = answer
  }

  /// Takes the oldest notification of a method, and waits for it if need be.
  func next(_ method: String) async throws -> JSONValue {
    while true {
      if let index = index(of: method) { return notifications.remove(at: index).params }
      guard !isOver else { throw ConnectionEnded() }
      await withCheckedContinuation { continuation in
        // Each `await` may let others run: what is waited for may have come before this does.
        if index(of: method) == nil, !isOver {
          waiting.append(continuation)
        } else {
          continuation.resume()
        }
      }
    }
  }

  private func index(of method: String) -> Int? {
    notifications.firstIndex { $0.method == method }
  }

  // MARK: What the peer tells

  func work(for request: IncomingRequest) throws(ResponseError) -> PeerCall.Work {
    guard let answer = answers[request.method] else {
      throw ResponseError(code: .methodNotFound, message: "The test does not answer this.")
    }
    return { call in try await answer(call.params()) }
  }

  func work(forNotification method: String, params: [UInt8]) -> PeerWork? {
    do {
      let params = params.isEmpty ? Array("{}".utf8) : params
      notifications.append((method, try JSONValue.parse(params)))
    } catch {
      // What can't be read is not what a test waits for.
    }
    wake()
    return nil
  }

  func didAnswer(_ call: PeerCall) {}

  func willEnd() -> PeerWork? {
    isOver = true
    wake()
    return nil
  }

  func didFail(_ error: any Error, at method: String?) {}

  private func wake() {
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }
}
