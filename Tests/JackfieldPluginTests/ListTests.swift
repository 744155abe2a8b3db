import JackfieldPlugin
import JackfieldPluginTesting
import Testing

@Suite struct ListTests {
  private func request(_ members: String) -> String {
    #"""
    {"id":1,"method":"autocomplete/provideDatasource","params":{"source":"s","datasource":"d","reason":\#
    "query"\#(members)}}
    """#
  }

  private let change = #"""
    {"jsonrpc":"2.0","method":"autocomplete/datasourceDidChange","params":{"source":"s","version":8}}
    """#

  private let answer = #"{"jsonrpc":"2.0","id":1,"result":{"version":7,"none":false}}"#

  /// Opens the conversation.
  @PluginActor private func begin(_ host: LineHost, _ members: String) async throws {
    try host.send(LineHost.hello)
    _ = try await host.next()
    try host.send(request(members))
  }

  /// The number of items in a `$/progress` line with the token `t`.
  private func count(_ line: String?) throws -> Int {
    let message = try JSONValue.parse(try #require(line))
    let progress = try Progress(json: try #require(message["params"]))
    #expect(progress.token == .string("t"))
    return try ItemsProgress(json: progress.value).items.count
  }

  @Test("without a token the items go with the answer; a change comes after the list")
  func whole() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try await begin(host, "")
      let line = try #require(try await host.next())
      let result = try Datasource(json: try #require(try JSONValue.parse(line)["result"]))
      #expect(result.items?.map(\.id) == ["0", "1", "2"])
      #expect(result.version == 7)
      #expect(try await host.next() == change)
    }
  }

  @Test("with a token they come ahead of it") func ahead() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try await begin(host, #","partialResultToken":"t""#)
      #expect(try count(try await host.next()) == 3)
      #expect(try await host.next() == answer)
      #expect(try await host.next() == change)
    }
  }

  @Test("never more items are sent than there is credit") func credit() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try await begin(host, #","partialResultToken":"t","credit":2,"context":{"count":6}"#)
      #expect(try count(try await host.next()) == 2)
      try host.send(
        #"{"method":"$/credit","params":{"token":"other","count":9}}"#,
        #"{"method":"$/credit","params":{"token":"t","count":3}}"#)
      #expect(try count(try await host.next()) == 3)
      try host.send(#"{"id":2,"method":"ping"}"#)
      #expect(try await host.next()?.contains(#""id":2,"result""#) == true)
      try host.send(#"{"method":"$/credit","params":{"token":"t","count":3}}"#)
      #expect(try count(try await host.next()) == 1)
      #expect(try await host.next() == answer)
    }
  }

  @Test("a sender without credit takes a cancel") func cancelling() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try await begin(host, #","partialResultToken":"t","credit":0"#)
      try host.send(#"{"id":2,"method":"ping"}"#)
      #expect(try await host.next()?.contains(#""id":2,"result""#) == true)
      try host.send(#"{"method":"$/cancelRequest","params":{"id":1}}"#)
      #expect(try await host.next()?.contains(#""id":1,"error":{"code":-32800"#) == true)
      #expect(try await host.next() == change)
    }
  }

  @Test("FC-012: a long list comes in chunks of a bounded size, in order, and to a slow reader")
  func chunks() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try await begin(host, #","partialResultToken":"t","context":{"count":100000}"#)
      var total = 0
      var largest = 0
      while let line = try await host.next(), line.contains("$/progress") {
        largest = max(largest, line.utf8.count)
        total += try count(line)
      }
      #expect(total == 100_000)
      #expect(largest <= ProtocolLimits.progressChunkBytes)
    }
  }
}
