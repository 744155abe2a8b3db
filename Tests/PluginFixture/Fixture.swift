import JackfieldPlugin

/// A plugin whose program is tested over real descriptors.
@main struct Fixture: Plugin {
  static var version: String? { "1.0" }

  init(_ host: Host) { print("made") }

  func register(in handlers: inout Handlers) {
    handlers.on("echo", echo)
    handlers.on("hang", hang)
  }

  func echo(_ value: JSONValue) -> JSONValue {
    print(#"{"jsonrpc":"2.0","id":1,"result":"printed by accident"}"#)
    return value
  }

  func hang(_ value: JSONValue) async throws -> Empty {
    try await Task.sleep(for: .seconds(3600))
    return Empty()
  }
}
