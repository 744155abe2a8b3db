public import HostProtocol
public import SystemIO

/// A front end's connection to a host, for programs that wait for their answers.
///
/// One thread uses it at a time. What comes while something is waited for is kept in its order:
/// answers to other calls until somebody waits for them, notifications by `onNotification`. To close
/// it is to drop it; the host then ends the session and cancels what is open.
public final class ClientConnection {
  /// What the host said of itself in the handshake.
  public let host: InitializeFrontEnd.Result

  private let exchange: Exchange

  /// Opens a session over a connected socket: `initialize` is sent and its answer awaited.
  ///
  /// - Parameters:
  ///   - socket: A stream socket, as `HostLauncher` gives it.
  ///   - client: Who this is, for the host's logs.
  ///   - features: Names of finer steps that the client knows.
  ///   - deadline: When to give up.
  /// - Throws: `response` if the host refuses, as one of another protocol version does.
  public init(
    _ socket: consuming Descriptor, as client: PeerInfo, features: [String] = [],
    until deadline: Deadline = .never
  ) throws(ClientError) {
    do {
      exchange = Exchange(try HostStream(socket))
    } catch {
      throw .system("\(error)")
    }
    let request = InitializeFrontEnd(protocol: .supported, client: client, features: features)
    host = try exchange.result(of: request, until: deadline)
  }

  /// Connects to a host and opens a session.
  ///
  /// - Parameters:
  ///   - launcher: Knows the host's socket, and how to start a host.
  ///   - mayStart: Whether a host is started if none listens.
  ///   - client: Who this is, for the host's logs.
  ///   - features: Names of finer steps that the client knows.
  ///   - deadline: When to give up waiting for the handshake.
  /// - Throws: `unavailable` where there is no host.
  public convenience init(
    by launcher: HostLauncher, mayStart: Bool = true, as client: PeerInfo, features: [String] = [],
    until deadline: Deadline = .never
  ) throws(ClientError) {
    let socket: Descriptor
    do {
      socket = try mayStart ? launcher.connectOrStart() : launcher.connect()
    } catch {
      throw .unavailable(error)
    }
    try self.init(socket, as: client, features: features, until: deadline)
  }

  /// Gets each notification while something is waited for; it may use the connection itself.
  public var onNotification: (IncomingNotification) -> Void {
    get { exchange.onNotification }
    set { exchange.onNotification = newValue }
  }

  /// Ends every wait with `ClientError.interrupted` as long as a descriptor can be read.
  ///
  /// The descriptor, as that of a `SignalReceiver`, stays its owner's.
  public func interruptWaits(by number: Int32) throws(ClientError) {
    try exchange.interruptWaits(by: number)
  }
}

// MARK: - Calls

extension ClientConnection {
  /// Calls a method and waits for its result.
  ///
  /// `params` is the text of a JSON object or array, which must be valid; nil for none. What comes back
  /// is the text of the result, byte for byte. If the deadline passes, or the wait is interrupted, the
  /// call is cancelled and forgotten.
  public func call(
    _ method: String, params: [UInt8]? = nil, until deadline: Deadline = .never
  ) throws(ClientError) -> [UInt8] {
    try exchange.result(of: method, params: params, until: deadline)
  }

  /// Calls one of the protocol's methods and waits for its result.
  ///
  /// - Throws: `unexpectedResult` where the result is not of the method's type.
  public func call<Request: RequestMessage>(
    _ request: Request, until deadline: Deadline = .never
  ) throws(ClientError) -> Request.Result {
    try exchange.result(of: request, until: deadline)
  }

  /// Queues a call; it is sent when something is waited for.
  ///
  /// `params` is the text of a JSON object or array, which must be valid; nil for none.
  public func start(_ method: String, params: [UInt8]? = nil) -> CallID {
    exchange.session.call(method, params: params)
  }

  /// Waits for the answer to a call that was started and not answered yet.
  ///
  /// The call stays open when the deadline passes or the wait is interrupted.
  public func wait(
    for call: CallID, until deadline: Deadline = .never
  ) throws(ClientError) -> [UInt8] {
    try exchange.answer(to: call, until: deadline)
  }

  /// Asks the host to cancel an open call, which is still answered.
  public func cancel(_ call: CallID) {
    exchange.session.cancel(call)
  }

  /// Queues a notification; it is sent when something is waited for.
  public func notify(_ method: String, params: [UInt8]? = nil) {
    exchange.session.notify(method, params: params)
  }

  /// Sends what is queued.
  public func flush(until deadline: Deadline = .never) throws(ClientError) {
    try exchange.flush(until: deadline)
  }

  /// Sends what is queued and waits for something to come, for those who wait for notifications.
  ///
  /// - Throws: `hostClosed` where nothing will come any more.
  public func receive(until deadline: Deadline = .never) throws(ClientError) {
    try exchange.turn(until: deadline)
  }
}
