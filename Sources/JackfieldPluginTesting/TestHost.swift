@_exported public import JackfieldPlugin
import SystemIO

/// Plays the host towards one plugin, in a test of that plugin.
///
/// ```swift
/// try await TestHost.with(Greetings.self) { host in
///   let answer: String = try await host.call("greet", ["name": "Ada"])
///   #expect(answer == "Hello, Ada!")
/// }
/// ```
///
/// It is simple where the real one is strict: it keeps no state of screens or popups, and says what the
/// test tells it to say.
@PluginActor
public final class TestHost {
  /// What the plugin answered to the handshake.
  public let handshake: InitializePlugin.Result
  /// The process, for a plugin that has one of its own.
  public let process: TestProcess?

  let inbox: TestInbox
  private let peer: Peer
  private let plugin: String

  init(
    _ peer: Peer, _ inbox: TestInbox, _ process: TestProcess?, _ start: InitializePlugin
  ) async throws {
    self.peer = peer
    self.inbox = inbox
    self.process = process
    plugin = start.plugin.name
    handshake = try await peer.answer(to: Method.initialize.rawValue, start.jsonBytes())
  }
}

// MARK: - Asking the plugin

extension TestHost {
  /// Sends a request of the protocol and waits for the answer.
  ///
  /// - Throws: The `ResponseError` that the plugin answers with, ``ConnectionEnded`` where it is gone,
  ///   ``UnexpectedAnswer`` where the answer is not of the method's type.
  public func request<Request: RequestMessage>(_ request: Request) async throws -> Request.Result {
    try await peer.answer(to: Request.method.rawValue, request.jsonBytes())
  }

  /// Calls a method of the plugin's own and waits for the answer.
  ///
  /// - Parameters:
  ///   - method: The short name.
  ///   - params: An object.
  /// - Returns: The result.
  /// - Throws: As ``request(_:)`` does.
  public func call<Output: JSONDecodable>(
    _ method: String, _ params: some JSONEncodable = Empty()
  ) async throws -> Output {
    try await peer.answer(to: "\(plugin)/\(method)", params.jsonBytes())
  }

  /// Sends any request and waits for the answer, for what no type says.
  public func send(_ method: String, _ params: String) async throws -> JSONValue {
    try await peer.answer(to: method, Array(params.utf8))
  }

  /// Sends a notification of the protocol.
  public func notify<Notification: NotificationMessage>(_ notification: Notification) {
    peer.notify(Notification.method.rawValue, notification.jsonBytes())
  }
}

// MARK: - Answering the plugin

extension TestHost {
  /// Answers a request of the plugin from now on; without a handler it gets -32601.
  public func on<Request: RequestMessage>(
    _ handler: @escaping @PluginActor @Sendable (Request) async throws -> Request.Result
  ) {
    inbox.answer(Request.method.rawValue) { params in
      try await handler(Request(json: params)).jsonBytes()
    }
  }

  /// The next notification of that type, in the order in which they came; waits where there is none.
  ///
  /// - Throws: ``ConnectionEnded`` where the plugin is gone, and what is wrong with its params.
  public func next<Notification: NotificationMessage>(
    _ type: Notification.Type = Notification.self
  ) async throws -> Notification {
    try Notification(json: try await inbox.next(Notification.method.rawValue))
  }
}

// MARK: - The end

extension TestHost {
  /// Asks the plugin to leave, as a host does.
  public func shutDown() async throws {
    _ = try await request(Shutdown())
    notify(Exit())
  }
}
