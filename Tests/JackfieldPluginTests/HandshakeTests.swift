import JackfieldPlugin
import JackfieldPluginTesting
import Testing

@Suite struct HandshakeTests {
  private let hello = LineHost.hello

  @Test("the handshake tells version and what is implemented") func handshakeTells() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      #expect(host.handshake.protocol == 1)
      #expect(host.handshake.plugin == PeerInfo(name: "tested", version: "7"))
      #expect(
        host.handshake.implements == [
          "autocomplete/provideDatasource", "autocomplete/returned",
          "autocomplete/textFieldCleared", "navigationBar/clickSearch",
        ])
      #expect(host.handshake.provides == nil)
      #expect(host.handshake.disable == nil)
    }
  }

  @Test("before initialize there is nothing but ping") func beforeInitialize() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"p/lines"}"#,
        #"{"jsonrpc":"2.0","method":"log/message","params":{"text":"x"}}"#)
      #expect(try await host.next()?.contains(#""id":2,"error":{"code":-32002"#) == true)
      #expect(try await host.next() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }

  @Test("FC-078: what comes while the plugin is being made waits, in its order")
  func whileMaking() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(
        hello, #"{"jsonrpc":"2.0","id":1,"method":"p/append","params":{"text":"a"}}"#,
        #"{"jsonrpc":"2.0","method":"log/message","params":{"text":"x"}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"p/lines"}"#)
      #expect(try await host.next()?.hasPrefix(#"{"jsonrpc":"2.0","id":"h","result":{"#) == true)
      #expect(try await host.next() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
      #expect(
        try await host.next() == #"{"jsonrpc":"2.0","id":2,"result":["a","/a","note x"]}"#)
    }
  }

  @Test("a second initialize is refused and changes nothing") func secondInitialize() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(hello)
      _ = try await host.next()
      try host.send(hello.replacing("\"h\"", with: "2"), #"{"id":3,"method":"p/lines"}"#)
      #expect(try await host.next()?.contains(#""id":2,"error":{"code":-32007"#) == true)
      #expect(try await host.next() == #"{"jsonrpc":"2.0","id":3,"result":[]}"#)
    }
  }

  @Test(
    "the highest common version wins",
    arguments: [(0, 1, true), (1, 9, true), (2, 9, false), (0, 0, false)])
  func versions(min: Int, max: Int, isSpoken: Bool) async throws {
    var start = InitializePlugin.testing()
    start.protocol = ProtocolRange(min: min, max: max)
    do {
      try await TestHost.with(SamplePlugin.self, start) { host in
        #expect(host.handshake.protocol == 1)
      }
      #expect(isSpoken)
    } catch let error as ResponseError {
      #expect(!isSpoken)
      #expect(error.code == .noCommonVersion)
      let data = try ErrorData(json: JSONValue.parse(error.data))
      #expect(data.host == start.protocol)
      #expect(data.peer == .supported)
    }
  }

  @Test("after a handshake that failed the connection is as before") func retry() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(hello.replacing(#""max":1"#, with: #""max":0"#).replacing("1}", with: "0}"))
      #expect(try await host.next()?.contains("-32602") == false)
      try host.send(hello)
      #expect(try await host.next()?.contains(#""result":{"protocol":1"#) == true)
    }
  }

  @Test("a plugin that can't work here disables itself") func unusable() async throws {
    var start = InitializePlugin.testing()
    start.locale = "unusable"
    try await TestHost.with(SamplePlugin.self, start) { host in
      #expect(host.handshake.disable == "it needs a moon")
      let error = try await #require(throws: ResponseError.self) {
        _ = try await host.call("lines") as JSONValue
      }
      #expect(error.code == .invalidRequest)
    }
  }

  @Test("a plugin that can't be made answers with why") func failing() async throws {
    var start = InitializePlugin.testing()
    start.locale = "failing"
    let error = try await #require(throws: ResponseError.self) {
      try await TestHost.with(SamplePlugin.self, start) { _ in }
    }
    #expect(error == ResponseError(code: .internalError, message: "expected"))
  }

  @Test("FC-150: after shutdown, which is answered at once, only ping is served")
  func shutdown() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(hello)
      _ = try await host.next()
      try host.send(
        #"{"id":1,"method":"shutdown"}"#, #"{"id":2,"method":"p/lines"}"#,
        #"{"id":3,"method":"shutdown"}"#, #"{"id":4,"method":"ping"}"#, #"{"method":"exit"}"#)
      let lines = try await host.rest()
      for answer in [
        #""id":1,"result":{}}"#, #""id":2,"error":{"code":-32600"#,
        #""id":3,"error":{"code":-32600"#, #""id":4,"result":{}}"#,
      ] {
        #expect(lines.contains(answer))
      }
    }
  }

  private let farewell =
    #"{"jsonrpc":"2.0","method":"log/message","params":{"level":"info","text":"stopping"}}"#

  @Test("a plugin is stopped once: at shutdown, before that is answered")
  func stopAtShutdown() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(hello)
      _ = try await host.next()
      try host.send(#"{"id":1,"method":"shutdown"}"#, #"{"method":"exit"}"#)
      #expect(try await host.next() == farewell)
      #expect(try await host.next() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
      #expect(try await host.next() == nil)
    }
  }

  @Test("FC-142: a plugin is stopped when its host is gone without a word")
  func stopAtTheEnd() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(hello)
      _ = try await host.next()
      host.endOutput()
      #expect(try await host.next() == farewell)
      #expect(try await host.next() == nil)
    }
  }
}
