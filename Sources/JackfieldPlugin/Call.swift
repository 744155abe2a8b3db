import SystemIO

/// A request that is being handled: what else there is to it than its params.
///
/// Cancelling is that of tasks: when the host cancels the request, `Task.isCancelled` is true in its
/// handler. A `CancellationError` that is thrown then becomes the answer -32800; a result or another
/// error is good as well.
@PluginActor
public struct Call: Sendable {
  /// The host.
  public let host: Host

  private let call: PeerCall

  init(_ call: PeerCall, from host: Host) {
    self.call = call
    self.host = host
  }

  /// The request's id, which names its cause in logs.
  public var id: RequestID { call.request.id }
  /// The method.
  public var method: String { call.request.method }

  func params<Value: JSONDecodable>() throws(ResponseError) -> Value { try call.params() }

  func takeUnsentItems() -> [Item] {
    defer { call.unsentItems = [] }
    return call.unsentItems
  }
}

// MARK: - Asking back

extension Call {
  /// Sends a request of the protocol that this one is the cause of, and waits for its answer.
  ///
  /// The cause gives the request its session where it names none, lets the host place a popup above the
  /// one that caused it, and makes circles visible. It can be named until half a minute after the answer;
  /// later the request goes out without it.
  ///
  /// - Throws: As ``Host/request(_:)`` does.
  public func request<Request: RequestMessage>(_ request: Request) async throws -> Request.Result {
    var request = request
    if isCause {
      var meta = request.meta ?? Meta()
      meta.cause = meta.cause ?? id
      request.meta = meta
    }
    return try await host.request(request)
  }

  private var isCause: Bool {
    guard case .answered(let time) = call.state else { return true }
    return Clock.monotonic - time < Self.causeTime
  }

  /// Half of the host's `causeMs`: what is under way has time to arrive.
  private static let causeTime = UInt64(ProtocolLimits.causeMs) * 1_000_000 / 2

  /// Does something once the answer is sent, for what may take longer than the host waits for an answer,
  /// such as asking the user. It is not done where the request fails; else as ``Host/start(_:)`` says.
  public func afterAnswering(_ work: @escaping @PluginActor @Sendable () async throws -> Void) {
    if call.state.isAnswered { return host.start(work) }
    call.afterwards.append(work)
  }
}

// MARK: - Answering in parts

extension Call {
  /// Sends items of a list ahead of the answer, as fast as the host wants them.
  ///
  /// The answer's own `items` may then be left out. Where the host did not ask for parts they are kept
  /// for the answer.
  ///
  /// - Throws: `CancellationError` when the request is cancelled meanwhile.
  public func send(_ items: some Sequence<Item>) async throws { try await call.send(items) }

  /// Tells how long work goes on, where whoever asked wants to know.
  public func report(_ progress: WorkProgress) { call.report(progress) }
}
