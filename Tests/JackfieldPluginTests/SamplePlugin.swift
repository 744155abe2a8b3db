import JackfieldPlugin

/// A plugin that does a bit of everything.
@PluginActor
final class SamplePlugin: Plugin {
  static var version: String? { "7" }

  private let host: Host
  private var lines: [String] = []

  required init(_ host: Host) async throws {
    self.host = host
    // What comes meanwhile has to wait.
    await Task.yield()
    if host.start.locale == "unusable" { throw PluginUnusable("it needs a moon") }
    if host.start.locale == "failing" { throw Failure.expected }
  }

  enum Failure: Error { case expected }

  func register(in handlers: inout Handlers) {
    handlers.on(provideDatasource)
    handlers.on(returned)
    handlers.on(cleared)
    handlers.on(clickSearch)
    handlers.on("append", append)
    handlers.on("lines") { (_: Empty) in self.lines }
    handlers.on("fail", fail)
    handlers.on("wait", wait)
    handlers.on("ask", ask)
    handlers.on("later", later)
    handlers.on(note)
  }

  func stop() async {
    await Task.yield()
    host.log("stopping")
  }

  /// Notes a text, after as many turns as wanted.
  func append(_ params: JSONValue) async throws -> Empty {
    let text: String = try params.required("text")
    lines.append(text)
    for _ in 0..<(try params.optional("turns") ?? 0) { await Task.yield() }
    lines.append("/\(text)")
    return Empty()
  }

  func fail(_ params: JSONValue) throws -> Empty {
    switch try params.required("how") as String {
    case "response": throw ResponseError(code: ErrorCode(rawValue: 7), message: "Seven.")
    case "cancellation": throw CancellationError()
    case "cancelled": throw ResponseError(code: .requestCancelled, message: "Not by the host.")
    default: throw Failure.expected
    }
  }

  /// Waits until it is cancelled, and then does what is wanted.
  func wait(_ params: JSONValue) async throws -> String {
    do {
      try await Task.sleep(for: .seconds(3600))
    } catch {
      if params["stubborn"]?.boolean == true { return "done all the same" }
      throw error
    }
    return "slept"
  }

  /// Asks the host something about a session.
  func ask(_ params: JSONValue, _ call: Call) async throws -> JSONValue {
    try await call.request(Discover())
  }

  /// Answers, and goes on.
  func later(_ params: Empty, _ call: Call) -> String {
    call.afterAnswering { [self] in
      _ = try await call.request(Discover())
      lines.append("later")
      host.log("did it later", .warning)
    }
    return "first"
  }

  func provideDatasource(
    _ request: AutocompleteProvideDatasource, _ call: Call
  ) async throws -> Datasource {
    let count = request.context?["count"]?.integer.map(Int.init) ?? 3
    host.notify(AutocompleteDatasourceDidChange(source: "s", version: 8))
    try await call.send((0..<count).lazy.map { Item(id: "\($0)", text: "item \($0)") })
    return Datasource(version: 7)
  }

  func returned(_ request: AutocompleteReturned) -> DelegateAnswer { DelegateAnswer() }

  func cleared(_ request: AutocompleteTextFieldCleared) { lines.append("cleared") }

  func clickSearch(_ click: NavigationBarClickSearch) throws -> DelegateAnswer {
    try .effects(
      NavigationBarUpdateTitle(screen: click.screen, title: "found"),
      ScreenPush(name: "search", animated: false))
  }

  func note(_ message: LogMessage) { lines.append("note \(message.text)") }
}
