import JSONRPC
import Testing

@testable import JackfieldClient

@Suite struct ClientSessionTests {
  private func output(of session: ClientSession) -> String {
    String(decoding: session.output, as: UTF8.self)
  }

  // MARK: Sending

  @Test("a request is one line with an id of its own") func requestOne() {
    var session = ClientSession()
    _ = session.call("ping")
    _ = session.call("people/add", params: Array(#"{"a":1}"#.utf8))
    session.notify("exit")
    #expect(
      output(of: session) == """
        {"jsonrpc":"2.0","id":1,"method":"ping"}
        {"jsonrpc":"2.0","id":2,"method":"people/add","params":{"a":1}}
        {"jsonrpc":"2.0","method":"exit"}

        """)
    #expect(session.openCalls.count == 2)
  }

  @Test("line breaks in params don't end the message") func lineBreaks() {
    var session = ClientSession()
    session.notify("a", params: Array("{\n\"b\":\r\n1}".utf8))
    #expect(output(of: session) == #"{"jsonrpc":"2.0","method":"a","params":{ "b":  1}}"# + "\n")
  }

  @Test("what was sent goes, and the rest stays in its order") func wasSent() {
    var session = ClientSession()
    session.notify("a")
    let first = session.output.count
    session.notify("b")
    session.didSend(first)
    #expect(output(of: session) == #"{"jsonrpc":"2.0","method":"b"}"# + "\n")
  }

  @Test("a cancel names the call, and only an open one") func cancelNames() throws {
    var session = ClientSession()
    let call = session.call("slow")
    session.didSend(session.output.count)
    session.cancel(call)
    #expect(
      output(of: session)
        == #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"# + "\n")
    session.didSend(session.output.count)
    _ = try session.feed(#"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n")
    session.cancel(call)
    #expect(session.output.isEmpty)
  }

  // MARK: Receiving

  /// What came, in a form that can be compared.
  private func summary(_ incoming: ClientSession.Incoming) -> String {
    switch incoming {
    case .answer(let call, .success(let result)):
      "\(call.number) = \(String(decoding: result, as: UTF8.self))"
    case .answer(let call, .failure(let error)):
      "\(call.number) ! \(error.code) \(error.message) \(String(decoding: error.data, as: UTF8.self))"
    case .notification(let notification):
      "\(notification.method) \(String(decoding: notification.params, as: UTF8.self))"
    }
  }

  /// What a session with three open calls makes of `input`, fed in pieces of `size` bytes.
  private func received(_ input: String, size: Int = .max) throws(ClientError) -> [String] {
    var session = ClientSession()
    for _ in 0..<3 { _ = session.call("any") }
    return try session.feed(input, piece: size).map(summary)
  }

  @Test(
    "FC-012, FC-025: answers come in order, byte for byte, however they are cut",
    arguments: [1, 2, 7, 64, .max])
  func pieces(size: Int) throws {
    let input = """
      {"jsonrpc":"2.0","id":2,"result":null}
      {"jsonrpc":"2.0","method":"a\\/b","params":{ "x": [1, "đ\u{2028}"] }}
      {"jsonrpc":"2.0","result":{"big":18446744073709551616, "b":1e999,"b":2 },"id":1}

      {"id":3,"error":{"data":{"n":1e999},"message":"no\\u0021","code":-32005}}

      """
    #expect(
      try received(input, size: size) == [
        "2 = null",
        "a/b { \"x\": [1, \"đ\u{2028}\"] }",
        #"1 = {"big":18446744073709551616, "b":1e999,"b":2 }"#,
        #"3 ! -32005 no! {"n":1e999}"#,
      ])
  }

  @Test("FC-042: an answer that nobody waits for is dropped") func answerNobody() throws {
    var session = ClientSession()
    let call = session.call("slow")
    session.abandon(call)
    let other = session.call("next")
    let incoming = try session.feed(
      #"{"jsonrpc":"2.0","id":1,"result":1}"# + "\n" + #"{"jsonrpc":"2.0","id":2,"result":2}"#
        + "\n")
    #expect(incoming.map(summary) == ["\(other.number) = 2"])
  }

  @Test("a second answer to the same call is dropped") func secondAnswer() throws {
    let answer = #"{"jsonrpc":"2.0","id":1,"result":1}"# + "\n"
    #expect(try received(answer + answer) == ["1 = 1"])
  }

  @Test(
    "what no front end understands is a violation, quoted",
    arguments: [
      #"{"jsonrpc":"2.0","id":4,"result":{}}"#,  // never asked
      #"{"jsonrpc":"2.0","id":"1","result":{}}"#,  // FC-037: another type
      #"{"jsonrpc":"2.0","id":0,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":9,"method":"askedBack"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":nul}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{}}"#,
      #"[{"jsonrpc":"2.0","id":1,"result":{}}]"#,
      "HTTP/1.1 400 Bad Request",
    ])
  func violation(line: String) {
    do {
      let answers = try received(line + "\n")
      Issue.record("taken as \(answers)")
    } catch {
      guard case .protocolViolation(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test("an error without an id is told as it is") func errorWithout() {
    do {
      _ = try received(
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Not JSON."}}"# + "\n")
      Issue.record("it was taken")
    } catch {
      guard case .response(let error) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error == ResponseError(code: .parseError, message: "Not JSON."))
    }
  }

  @Test("FC-018: an end inside of a message is told, and a whole last message is taken")
  func endInside() throws {
    var session = ClientSession()
    _ = session.call("any")
    _ = try session.feed(#"{"jsonrpc":"2.0","id":1,"res"#)
    #expect(throws: ClientError.self) { try session.finish() }

    session = ClientSession()
    _ = session.call("any")
    _ = try session.feed(#"{"jsonrpc":"2.0","id":1,"result":7}"#)
    let last = try #require(try session.finish())
    #expect(summary(last) == "1 = 7")
    let end = try session.finish()
    #expect(end == nil)
  }
}

extension ClientSession {
  /// Gives the session bytes, `piece` at a time, and returns all that it makes of them.
  fileprivate mutating func feed(
    _ text: String, piece: Int = .max
  ) throws(ClientError) -> [Incoming] {
    var incoming: [Incoming] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      withSpace { space in
        let part = rest.prefix(min(piece, space.count))
        space.copyBytes(from: part)
        rest = rest.dropFirst(part.count)
        return part.count
      }
      while let next = try next() { incoming.append(next) }
    }
    return incoming
  }
}
