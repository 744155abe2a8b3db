import JackfieldPlugin
import JackfieldPluginTesting
import Testing

@Suite struct AskingTests {
  @Test("FC-073: a handler asks the host and gets a typed answer; the cause is told")
  func asking() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello, #"{"id":"s1:4/p#2","method":"p/ask","params":{}}"#)
      _ = try await host.next()
      #expect(
        try await host.next()
          == #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":{"_meta":{"cause":"s1:4/p#2"}}}"#
      )
      try host.send(#"{"id":1,"result":{"openrpc":"1"}}"#)
      #expect(
        try await host.next() == #"{"jsonrpc":"2.0","id":"s1:4/p#2","result":{"openrpc":"1"}}"#)
    }
  }

  @Test("an error of the host becomes the handler's unless that does something about it")
  func refused() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      let error = try await #require(throws: ResponseError.self) {
        _ = try await host.send("tested/ask", "{}")
      }
      #expect(error.code == .methodNotFound)
    }
  }

  @Test("cancelling a request cancels what its handler waits for") func cancelling() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello, #"{"id":5,"method":"p/ask","params":{}}"#)
      _ = try await host.next()
      _ = try await host.next()
      try host.send(#"{"method":"$/cancelRequest","params":{"id":5}}"#)
      #expect(
        try await host.next()
          == #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
      try host.send(#"{"id":1,"error":{"code":-32800,"message":"Cancelled."}}"#)
      #expect(try await host.next()?.contains(#""id":5,"error":{"code":-32800"#) == true)
    }
  }

  @Test("what is done after the answer comes after it, and its failure is nobody's")
  func afterwards() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      host.on { (_: Discover) in try JSONValue.parse(#"{"openrpc":"1"}"#) }
      let answer: String = try await host.call("later")
      #expect(answer == "first")
      let message = try await host.next(LogMessage.self)
      #expect(message == LogMessage(level: .warning, text: "did it later"))
      let lines: [String] = try await host.call("lines")
      #expect(lines == ["later"])
    }
  }

  @Test("FC-042: an answer to nothing is ignored") func strayAnswers() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(
        LineHost.hello, #"{"id":1,"result":{}}"#, #"{"id":"x","result":{}}"#,
        #"{"id":7,"error":{"code":1,"message":"m"}}"#, #"{"id":2,"method":"ping"}"#)
      #expect(try await host.next()?.contains(#""id":2,"result":{}"#) == true)
    }
  }

  @Test("the end of the connection ends what waits for an answer") func gone() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello, #"{"id":1,"method":"p/ask","params":{}}"#)
      _ = try await host.next()
      _ = try await host.next()
      host.endOutput()
      #expect(
        try await host.rest().contains(
          #""id":1,"error":{"code":-32603,"message":"the connection has ended"}"#))
    }
  }
}
