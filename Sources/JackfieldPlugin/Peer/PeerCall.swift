import HostProtocol
package import JSON
package import JSONRPC

/// A request that came and the work that answers it.
@PluginActor
package final class PeerCall {
  /// Answers a request with the JSON text of a result.
  package typealias Work = @PluginActor @Sendable (PeerCall) async throws -> [UInt8]

  /// What became of it.
  enum State: Equatable {
    case open
    /// It was cancelled and is still to be answered.
    case cancelled
    /// When it was answered, in nanoseconds of the monotonic clock.
    case answered(at: UInt64)
  }

  package let request: IncomingRequest
  let tokens: StreamTokens
  var state = State.open
  /// What does the work.
  var task: Task<Void, Never>?
  /// Work for when the answer is sent.
  var afterwards: [PeerWork] = []
  /// Items that go with the answer, since the request has no token to send them with.
  var unsentItems: [Item] = []

  let peer: Peer
  /// How many items may still be sent; nil for any number.
  private var credit: Int?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ request: IncomingRequest, of peer: Peer) {
    self.request = request
    self.peer = peer
    tokens = StreamTokens(params: request.params)
    credit = tokens.credit
  }

  /// The params as a typed value.
  package func params<Value: JSONDecodable>() throws(ResponseError) -> Value {
    try Params.decode(request.params)
  }

  /// Cancels the work; it is still answered.
  func cancel() {
    guard state == .open else { return }
    state = .cancelled
    task?.cancel()
    wake()
  }
}

// MARK: - Items

extension PeerCall {
  /// Sends items ahead of the answer, in order, as fast as the credit and the peer allow.
  ///
  /// - Throws: `CancellationError` when the request was cancelled meanwhile.
  func send(_ items: some Sequence<Item>) async throws {
    guard let token = tokens.partialResult else {
      unsentItems.append(contentsOf: items)
      return
    }
    var chunk = ItemChunk()
    for item in items {
      let text = item.jsonBytes()
      if !chunk.hasRoom(for: text) { send(&chunk, token) }
      if credit == 0 || peer.isCongested {
        send(&chunk, token)
        try await waitForRoom()
      }
      try Task.checkCancellation()
      chunk.append(text)
      credit = credit.map { $0 - 1 }
    }
    send(&chunk, token)
  }

  /// Allows so many more items.
  func grant(_ count: Int) {
    credit = credit.map { min($0, .max - count) + count }
    wake()
  }

  /// Lets those go on who wait for credit, or for the peer to read.
  func wake() {
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  private var mustWait: Bool { state == .open && (credit == 0 || peer.isCongested) }

  private func waitForRoom() async throws {
    while mustWait {
      await withCheckedContinuation { continuation in
        // Each `await` may let others run: the credit may have come before this does.
        if mustWait { waiting.append(continuation) } else { continuation.resume() }
      }
    }
    try Task.checkCancellation()
  }

  private func send(_ chunk: inout ItemChunk, _ token: ProgressToken) {
    guard let value = chunk.take() else { return }
    progress(token, value)
  }

  /// Tells how the work goes on, where the request asked for that.
  func report(_ progress: WorkProgress) {
    guard let token = tokens.workDone else { return }
    self.progress(token, progress.jsonBytes())
  }

  private func progress(_ token: ProgressToken, _ value: [UInt8]) {
    guard !state.isAnswered else { return }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("token", token)
    writer.name("value")
    writer.raw(value)
    writer.endObject()
    peer.notify(Method.progress.rawValue, writer.bytes)
  }
}

extension PeerCall.State {
  var isAnswered: Bool {
    guard case .answered = self else { return false }
    return true
  }
}
