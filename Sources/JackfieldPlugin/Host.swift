import SystemIO

/// The host, as a plugin sees it.
@PluginActor
public struct Host: Sendable {
  /// What the host said in the handshake: the plugin's folders, the locale, features.
  public let start: InitializePlugin

  let peer: Peer
  private let changes: HeldChanges

  init(_ peer: Peer, _ start: InitializePlugin, _ changes: HeldChanges) {
    self.peer = peer
    self.start = start
    self.changes = changes
  }

  /// The plugin's name and folders.
  public var plugin: PluginDirectories { start.plugin }
}

// MARK: - Messages

extension Host {
  /// Sends a request of the protocol and waits for its answer.
  ///
  /// When the task that waits is cancelled, so is the request. A ``Call`` sends requests that name it as
  /// their cause.
  ///
  /// - Throws: The `ResponseError` that the host answers with, ``ConnectionEnded`` where it is gone,
  ///   ``UnexpectedAnswer`` where the answer is not of the method's type.
  public func request<Request: RequestMessage>(_ request: Request) async throws -> Request.Result {
    try await peer.answer(to: Request.method.rawValue, request.jsonBytes())
  }

  /// Calls another plugin's own method and waits for its answer.
  ///
  /// - Parameters:
  ///   - method: The qualified name, `plugin/method`.
  ///   - params: An object, or whatever that method takes.
  /// - Returns: The result.
  /// - Throws: As ``request(_:)`` does.
  public func call<Output: JSONDecodable>(
    _ method: String, _ params: some JSONEncodable = Empty()
  ) async throws -> Output {
    try await peer.answer(to: method, params.jsonBytes())
  }

  /// Sends a notification of the protocol.
  ///
  /// A change of a datasource is held back while a list is being provided, so that it never overtakes
  /// the list that it changes.
  public func notify<Notification: NotificationMessage>(_ notification: Notification) {
    let method = Notification.method
    if method == .autocompleteDatasourceDidChange {
      changes.send(notification.jsonBytes(), over: peer)
    } else {
      peer.notify(method.rawValue, notification.jsonBytes())
    }
  }

  /// Sends a notification of the plugin's own to the sessions that subscribed to it.
  ///
  /// - Parameters:
  ///   - topic: The short name, which the manifest's `provides.topics` lists.
  ///   - params: An object.
  public func publish(_ topic: String, _ params: some JSONEncodable = Empty()) {
    peer.notify("\(plugin.name)/\(topic)", params.jsonBytes())
  }

  /// Puts a line into the plugin's log, with a level that what is printed does not have.
  public func log(_ text: String, _ level: LogLevel = .info) {
    notify(LogMessage(level: level, text: text))
  }
}

// MARK: - Work

extension Host {
  /// Starts work that nobody waits for, behind everything that has been started; it is cancelled when
  /// the plugin leaves. An error that it throws is logged.
  public func start(_ work: @escaping @PluginActor @Sendable () async throws -> Void) {
    peer.start(work)
  }
}
