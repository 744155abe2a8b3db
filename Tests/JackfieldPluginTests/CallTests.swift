import JackfieldPlugin
import JackfieldPluginTesting
import Testing

@Suite struct CallTests {
  @Test("methods of the plugin's own and typed ones are answered") func answered() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      let lines: [String] = try await host.call("lines")
      #expect(lines.isEmpty)
      let result = try await host.request(
        AutocompleteReturned(source: "s", field: "f", session: "s1", selection: "x"))
      #expect(result == .init())
    }
  }

  @Test("an answer may have effects, in their order, or be nothing") func effects() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      let sender = Sender(component: .search, selected: false, hidden: false)
      let answer = try await host.request(
        NavigationBarClickSearch(screen: "screen-1", session: "s1", sender: sender))
      #expect(answer.effects.map(\.method) == ["navigationBar/updateTitle", "screen/push"])
      #expect(
        answer.effects.map { $0.params?.description } == [
          #"{"screen":"screen-1","title":"found"}"#, #"{"name":"search","animated":false}"#,
        ])
      let nothing = try await host.request(
        AutocompleteTextFieldCleared(source: "s", field: "f", session: "s1"))
      #expect(nothing == DelegateAnswer())
    }
  }

  @Test("FC-081: handlers begin in the order of their messages and run in turn")
  func order() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      async let first: Empty = host.call("append", JSONValue.parse(#"{"text":"a","turns":5}"#))
      async let second: Empty = host.call("append", JSONValue.parse(#"{"text":"b"}"#))
      _ = try await (first, second)
      let lines: [String] = try await host.call("lines")
      #expect(lines == ["a", "b", "/b", "/a"])
    }
  }

  @Test("FC-081: a notification is handled before whatever comes after it")
  func notifications() async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      for number in 1...50 { host.notify(LogMessage(text: "\(number)")) }
      let lines: [String] = try await host.call("lines")
      #expect(lines == (1...50).map { "note \($0)" })
    }
  }

  @Test(
    "what a request is refused with",
    arguments: [
      ("unknown", "{}", ErrorCode.methodNotFound, nil),
      ("tested/unknown", "{}", .methodNotFound, nil),
      ("tested/append", "{}", .invalidParams, "/text"),
      ("tested/append", #"{"text":1}"#, .invalidParams, "/text"),
      ("tested/append", "[1]", .invalidParams, ""),
      ("tested/append", #"{"text":"a","text":"b"}"#, .parseError, nil),
      ("tested/append", #"{"text":99999999999999999999}"#, .invalidParams, ""),
      ("autocomplete/returned", #"{"source":"s"}"#, .invalidParams, "/field"),
      ("tested/fail", #"{"how":"response"}"#, ErrorCode(rawValue: 7), nil),
      ("tested/fail", #"{"how":"other"}"#, .internalError, nil),
      ("tested/fail", #"{"how":"cancellation"}"#, .internalError, nil),
      ("tested/fail", #"{"how":"cancelled"}"#, .internalError, nil),
    ] as [(String, String, ErrorCode, String?)])
  func refused(method: String, params: String, code: ErrorCode, path: String?) async throws {
    try await TestHost.with(SamplePlugin.self) { host in
      let error = try await #require(throws: ResponseError.self) {
        _ = try await host.send(method, params)
      }
      #expect(error.code == code)
      if let path {
        #expect(try ErrorData(json: JSONValue.parse(error.data)).path == path)
      }
    }
  }

  @Test(
    "FC-033: absent params, null, {}, [] and [null] all mean none",
    arguments: ["", #","params":null"#, #","params":{}"#, #","params":[]"#, #","params":[null]"#])
  func none(params: String) async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello, #"{"id":1,"method":"p/lines"\#(params)}"#)
      _ = try await host.next()
      #expect(try await host.next() == #"{"jsonrpc":"2.0","id":1,"result":[]}"#)
    }
  }

  @Test("a request is cancelled when the host asks for it") func cancelled() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(
        LineHost.hello, #"{"id":1,"method":"p/wait","params":{}}"#,
        #"{"id":2,"method":"p/wait","params":{"stubborn":true}}"#,
        #"{"id":"3","method":"p/wait","params":{}}"#)
      _ = try await host.next()
      try host.send(
        #"{"method":"$/cancelRequest","params":{"id":3}}"#,
        #"{"method":"$/cancelRequest","params":{"id":2}}"#)
      #expect(
        try await host.next() == #"{"jsonrpc":"2.0","id":2,"result":"done all the same"}"#)
      try host.send(#"{"method":"$/cancelRequest","params":{"id":1}}"#)
      #expect(try await host.next()?.contains(#""id":1,"error":{"code":-32800"#) == true)
    }
  }

  @Test("a request that was cancelled before it began is not begun") func neverBegun() async throws
  {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello)
      _ = try await host.next()
      try host.send(
        #"{"id":1,"method":"p/append","params":{"text":"a"}}"#,
        #"{"method":"$/cancelRequest","params":{"id":1}}"#, #"{"id":2,"method":"p/lines"}"#)
      #expect(try await host.next()?.contains(#""id":1,"error":{"code":-32800"#) == true)
      #expect(try await host.next() == #"{"jsonrpc":"2.0","id":2,"result":[]}"#)
    }
  }

  @Test("a second request with an open id is refused, the first keeps its answer")
  func duplicateIDs() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello)
      _ = try await host.next()
      try host.send(
        #"{"id":"a","method":"p/wait","params":{"stubborn":true}}"#,
        #"{"id":"\u0061","method":"p/lines"}"#)
      #expect(try await host.next()?.contains(#""id":"\u0061","error":{"code":-32600"#) == true)
      try host.send(#"{"method":"$/cancelRequest","params":{"id":"a"}}"#)
      #expect(try await host.next()?.contains(#""id":"a","result":"done"#) == true)
    }
  }

  @Test(
    "FC-022: what is no message is answered, and the next one is served",
    arguments: [
      ("not-json", #""id":null,"error":{"code":-32700"#),
      (#"{"id":9,"method":"ping""#, #""id":9,"error":{"code":-32700"#),
      ("[]", #""id":null,"error":{"code":-32600"#),
      (#"[{"id":9,"method":"ping"}]"#, #""id":null,"error":{"code":-32600"#),
      (#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#, #""id":9,"error":{"code":-32600"#),
      (#"{"id":null,"method":"ping"}"#, #""id":null,"error":{"code":-32600"#),
      (#"{"id":9,"method":5}"#, #""id":9,"error":{"code":-32600"#),
      (#"{"id":9,"method":"ping","params":"x"}"#, #""id":9,"error":{"code":-32600"#),
    ])
  func noMessage(line: String, answer: String) async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      try host.send(LineHost.hello)
      _ = try await host.next()
      try host.send(line, #"{"id":1,"method":"ping"}"#)
      #expect(try await host.next()?.contains(answer) == true)
      #expect(try await host.next()?.contains(#""id":1,"result":{}"#) == true)
    }
  }

  @Test("FC-012: messages arrive whole however they were written", arguments: [1, 3, 1000])
  func pieces(size: Int) async throws {
    let text = "grüße 测试 🎉 \u{2028}"
    let lines = [
      LineHost.hello, #"{"id":1,"method":"p/append","params":{"text":"\#(text)"}}"#,
      #"{"id":2,"method":"p/lines"}"#,
    ]
    try await LineHost.with(SamplePlugin.self) { host in
      var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
      while !rest.isEmpty {
        try host.send(bytes: Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        await Task.yield()
      }
      _ = try await host.next()
      _ = try await host.next()
      #expect(
        try await host.next() == #"{"jsonrpc":"2.0","id":2,"result":["\#(text)","/\#(text)"]}"#)
    }
  }

  @Test("the framing is the host's") func headers() async throws {
    try await LineHost.with(SamplePlugin.self) { host in
      let ping = #"{"id":1,"method":"ping"}"#
      try host.send(bytes: Array("Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)".utf8))
      host.endOutput()
      #expect(
        try await host.rest()
          == "Content-Length: 36\r\n\r\n" + #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }
}
