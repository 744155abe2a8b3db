import HostProtocol
package import JSON
package import JSONRPC
import Synchronization
import SystemIO

/// One end of a connection on which both sides ask and answer.
///
/// It owns every task that it starts: `run` returns when all of them have ended, or when the time for
/// that is over. What is sent is written at once as far as the other end takes it.
@PluginActor
package final class Peer {
  /// What becomes of the connection.
  enum Phase: Equatable {
    case open
    /// Nothing more will come; what is open may end by itself until then, in nanoseconds of the
    /// monotonic clock.
    case ending(until: UInt64)
    /// What was open is cancelled, and is waited for until then.
    case cancelling(until: UInt64)
  }

  /// 600 ms for what was asked for before the end, as by a script that writes all its requests at once.
  private static let endingTime: UInt64 = 600_000_000
  /// 300 ms for whoever cleans up: a plugin is to be gone within a second after the end of its input.
  private static let cancellingTime: UInt64 = 300_000_000

  /// 1 MiB: some chunks of a list; whoever has more to send waits until it is written.
  private static let congestion = 1 << 20

  let channel: MessageChannel
  var session: PeerSession
  private(set) var delegate: (any PeerDelegate)?
  var phase = Phase.open
  /// Whether the other end takes nothing any more.
  var isOutputDead = false
  /// Whether whoever waits for the descriptors knows that there is something to write.
  var isWaitingToWrite = false

  /// Requests that came and are not answered.
  var calls: [RequestID: PeerCall] = [:]
  /// Work that nobody waits for.
  var works: [UInt64: Task<Void, Never>] = [:]
  private var lastWork: UInt64 = 0
  /// Who waits for the answers to our own requests.
  var answers: [Int: CheckedContinuation<[UInt8], any Error>] = [:]

  /// Requests of ours that were cancelled, from whatever thread.
  private nonisolated let cancelled = Mutex<[Int]>([])
  nonisolated let token = PluginThread.shared.makeToken()

  /// Creates one end that speaks over `channel`; nothing happens before `run`.
  package init(
    _ channel: consuming MessageChannel, role: FrameDecoder.Role, delegate: any PeerDelegate
  ) {
    self.channel = channel
    self.delegate = delegate
    session = PeerSession(role: role)
  }

  /// Whether so much is unwritten that nothing large should be added.
  var isCongested: Bool { session.output.count > Self.congestion }

  /// Whether a request of that method is open here.
  func hasOpenCall(of method: String) -> Bool {
    calls.values.contains { $0.request.method == method }
  }
}

// MARK: - Asking

extension Peer {
  /// Sends a request and waits for its result; `params` is JSON text.
  ///
  /// When the task is cancelled, so is the request, and what the other end answers to that is thrown.
  package func request(_ method: String, _ params: [UInt8]) async throws -> [UInt8] {
    try Task.checkCancellation()
    let number = session.makeRequestNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        send(number, method, params, for: continuation)
      }
    } onCancel: {
      cancelled.withLock { $0.append(number) }
      PluginThread.shared.nudge(token)
    }
  }

  /// Looks at the phase once nothing can come between any more: each `await` above may let others run.
  private func send(
    _ number: Int, _ method: String, _ params: [UInt8],
    for continuation: CheckedContinuation<[UInt8], any Error>
  ) {
    guard phase == .open else { return continuation.resume(throwing: ConnectionEnded()) }
    answers[number] = continuation
    session.request(number, method, params)
    flush()
  }

  /// Sends a request and waits for its result as a typed value.
  package func answer<Output: JSONDecodable>(
    to method: String, _ params: [UInt8]
  ) async throws -> Output {
    let text = try await request(method, params)
    do {
      return try Output(json: JSONValue.parse(text))
    } catch {
      throw UnexpectedAnswer(method: method, reason: "\(error)")
    }
  }

  /// Sends a notification; `params` is JSON text.
  package func notify(_ method: String, _ params: [UInt8]) {
    guard !isOutputDead else { return }
    session.notify(method, params)
    flush()
  }

  /// Asks the other end to cancel what was cancelled here.
  private func cancelRequests() {
    let numbers = cancelled.withLock { numbers in
      defer { numbers = [] }
      return numbers
    }
    for number in numbers where answers[number] != nil {
      notify(Method.cancelRequest.rawValue, CancelRequest(id: RequestID(number)).jsonBytes())
    }
  }
}

// MARK: - Running

extension Peer {
  /// Serves until the other end is done and everything that it asked for has ended.
  package func run() async {
    while !isOver {
      let interest = interest
      isWaitingToWrite = interest.output != nil
      let ready = await PluginThread.shared.wait(under: token, for: interest)
      cancelRequests()
      if ready.contains(.writable) { flush() }
      if ready.contains(.readable) { receive() }
      if case .ending(let end) = phase, Clock.monotonic >= end { leave() }
    }
    delegate = nil
    channel.close()
  }

  /// Ends the connection from this side: nothing is read any more, and what is open is cancelled.
  package func leave() {
    beginEnding()
    guard case .ending = phase else { return }
    phase = .cancelling(until: Clock.monotonic + Self.cancellingTime)
    for call in calls.values { call.cancel() }
    for work in works.values { work.cancel() }
    endIfDone()
  }

  /// Starts work that nobody waits for, behind everything that has been started.
  func start(_ work: @escaping PeerWork) {
    lastWork += 1
    let number = lastWork
    works[number] = Task(executorPreference: PluginThread.shared) { [self] in
      await perform(number, work)
    }
  }

  private func perform(_ number: UInt64, _ work: PeerWork) async {
    do {
      try await work()
    } catch is CancellationError {
      // The end of the connection, which everybody knows of.
    } catch {
      delegate?.didFail(error, at: nil)
    }
    works[number] = nil
    endIfDone()
  }

  private var interest: ThreadWait.Interest {
    var interest = ThreadWait.Interest()
    if !session.output.isEmpty { interest.output = channel.outputNumber }
    switch phase {
    case .open: interest.input = channel.inputNumber
    case .ending(let end), .cancelling(let end): interest.deadline = end
    }
    return interest
  }

  private var isOver: Bool {
    switch phase {
    case .open: false
    case .ending: isDone
    case .cancelling(let end): isDone || Clock.monotonic >= end
    }
  }

  private var isDone: Bool { calls.isEmpty && works.isEmpty && session.output.isEmpty }

  /// Takes note that nothing more will come: who waits for an answer waits in vain.
  func beginEnding() {
    guard phase == .open else { return }
    phase = .ending(until: Clock.monotonic + Self.endingTime)
    let waiting = answers.values
    answers = [:]
    for continuation in waiting { continuation.resume(throwing: ConnectionEnded()) }
    if let work = delegate?.willEnd() { start(work) }
    endIfDone()
  }

  func endIfDone() {
    if isOver { PluginThread.shared.nudge(token) }
  }
}
