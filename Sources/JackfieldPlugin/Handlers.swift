/// What answers the host's messages; a plugin fills it in once, in `register(in:)`.
///
/// A handler takes a message of its own type, and perhaps the ``Call`` for more than an answer. What it
/// returns is the answer, what it throws becomes one: a `ResponseError` as it is, anything else as
/// -32603 with its description, which is also logged.
@PluginActor
public struct Handlers {
  private(set) var requests: [String: Work] = [:]
  private(set) var notifications: [String: NotificationWork] = [:]
  private let plugin: String

  typealias Work = @PluginActor @Sendable (Call) async throws -> [UInt8]
  typealias NotificationWork = @PluginActor @Sendable (_ params: [UInt8]) throws -> Void

  init(plugin: String) {
    self.plugin = plugin
  }

  /// The optional methods that have a handler, sorted.
  var implements: [String] {
    requests.keys.filter { Method(rawValue: $0)?.isOptional == true }.sorted()
  }
}

// MARK: - The protocol's messages

extension Handlers {
  /// Answers a request of the protocol, as in `handlers.on(provideScreen)`.
  public mutating func on<Request: RequestMessage>(
    _ handler: @escaping @PluginActor (Request, Call) async throws -> Request.Result
  ) {
    requests[Request.method.rawValue] = { call in
      try await Self.answer(call, with: handler(call.params(), call))
    }
  }

  /// Answers a request of the protocol, as in `handlers.on(provideScreen)`.
  public mutating func on<Request: RequestMessage>(
    _ handler: @escaping @PluginActor (Request) async throws -> Request.Result
  ) {
    on { (request: Request, _) in try await handler(request) }
  }

  /// Takes a call of which the host need only know that it was taken.
  public mutating func on<Request: RequestMessage>(
    _ handler: @escaping @PluginActor (Request, Call) async throws -> Void
  ) where Request.Result == DelegateAnswer {
    on { (request: Request, call) in
      try await handler(request, call)
      return DelegateAnswer()
    }
  }

  /// Takes a call of which the host need only know that it was taken.
  public mutating func on<Request: RequestMessage>(
    _ handler: @escaping @PluginActor (Request) async throws -> Void
  ) where Request.Result == DelegateAnswer {
    on { (request: Request, _) in try await handler(request) }
  }

  /// Takes a notification of the protocol.
  ///
  /// It is handled before any message that came after it. What takes longer is started with
  /// ``Host/start(_:)``.
  public mutating func on<Notification: NotificationMessage>(
    _ handler: @escaping @PluginActor (Notification) throws -> Void
  ) {
    notifications[Notification.method.rawValue] = { params in
      try handler(Params.decode(params))
    }
  }
}

// MARK: - Methods of the plugin's own

extension Handlers {
  /// Answers a method of the plugin's own, which others call as `plugin/method`.
  ///
  /// The manifest's `provides.methods` lists it too. Any types that read and write JSON will do,
  /// `JSONValue` and `Empty` among them.
  ///
  /// - Parameters:
  ///   - method: The short name.
  ///   - handler: Takes the params.
  public mutating func on<Input: JSONDecodable, Output: JSONEncodable>(
    _ method: String, _ handler: @escaping @PluginActor (Input, Call) async throws -> Output
  ) {
    requests["\(plugin)/\(method)"] = { call in
      try await Self.answer(call, with: handler(call.params(), call))
    }
  }

  /// Answers a method of the plugin's own, which others call as `plugin/method`.
  ///
  /// - Parameters:
  ///   - method: The short name.
  ///   - handler: Takes the params.
  public mutating func on<Input: JSONDecodable, Output: JSONEncodable>(
    _ method: String, _ handler: @escaping @PluginActor (Input) async throws -> Output
  ) {
    on(method) { (input: Input, _) in try await handler(input) }
  }

  /// Writes an answer, with the items that could not be sent ahead of it.
  private static func answer(_ call: Call, with result: some JSONEncodable) -> [UInt8] {
    guard let list = result as? any ItemListAnswer else { return result.jsonBytes() }
    return list.preceded(by: call.takeUnsentItems()).jsonBytes()
  }
}

/// An answer that may have items.
private protocol ItemListAnswer: JSONEncodable {
  var items: [Item]? { get set }
}

extension Datasource: ItemListAnswer {}
extension QueryAnswer: ItemListAnswer {}

extension ItemListAnswer {
  /// The same answer with `first` before its own items.
  fileprivate func preceded(by first: [Item]) -> Self {
    guard !first.isEmpty else { return self }
    var answer = self
    answer.items = first + (items ?? [])
    return answer
  }
}
