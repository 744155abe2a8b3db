import HostProtocol
import JSON
import JSONRPC
import SystemIO
import Testing

@testable import JackfieldClient

@Suite struct ClientConnectionTests {
  private let client = PeerInfo(name: "test", version: "1")

  /// Connects to a host that shakes hands and then plays `steps`.
  private func connect(
    _ steps: [ScriptedHost.Step]
  ) throws -> (connection: ClientConnection, host: ScriptedHost) {
    let (host, socket) = try ScriptedHost.start([.receive, ScriptedHost.welcome] + steps)
    return (try ClientConnection(Descriptor(owning: socket), as: client), host)
  }

  private func answer(_ id: Int, _ result: String) -> ScriptedHost.Step {
    .send(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"# + "\n")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Handshake

  @Test("the handshake comes first and tells who is there") func handshakeComes() throws {
    let (connection, host) = try connect([])
    #expect(connection.host.host == PeerInfo(name: "scripted", version: "9", build: "abc"))
    #expect(connection.host.session == "s1")
    let lines = host.received()
    #expect(lines.count == 1)
    let first = try #require(lines.first)
    #expect(first.hasPrefix(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"#))
    #expect(first.contains(#""client":{"name":"test","version":"1"}"#))
    #expect(first.contains(#""protocol":{"min":1,"max":1}"#))
  }

  @Test("FC-082: a host of another protocol version is refused with its own words")
  func hostAnother() throws {
    let refusal =
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32006,"message":"We speak 7."}}"# + "\n"
    let (_, socket) = try ScriptedHost.start([.receive, .send(refusal)])
    do {
      _ = try ClientConnection(Descriptor(owning: socket), as: client)
      Issue.record("it was taken")
    } catch {
      guard case .response(let error) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error == ResponseError(code: .noCommonVersion, message: "We speak 7."))
    }
  }

  @Test("FC-072: a silent host does not hold the client") func silentHost() throws {
    let (host, socket) = try ScriptedHost.start([.pause])
    do {
      let deadline = Deadline.after(.milliseconds(20))
      _ = try ClientConnection(Descriptor(owning: socket), as: client, until: deadline)
      Issue.record("it was taken")
    } catch {
      #expect("\(error)" == "\(ClientError.deadlineExceeded)")
    }
    host.goOn()
  }

  // MARK: Calls

  @Test(
    "FC-019: results of any size arrive whole on a connection that stays open",
    arguments: [0, 1023, 1024, 1025, 4096, 65_536, 3 << 20])
  func sizes(size: Int) throws {
    let result = "\"" + String(repeating: "x", count: size) + "\""
    let (connection, host) = try connect([.receive, answer(2, result), .pause])
    #expect(text(try connection.call("people/list")) == result)
    host.goOn()
  }

  @Test("an error is thrown as it came") func errorThrown() throws {
    let error =
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-32005,"message":"It crashed.","data":{"a":1.0}}}"#
    let (connection, _) = try connect([.receive, .send(error + "\n")])
    do {
      _ = try connection.call("people/list")
      Issue.record("it was taken")
    } catch {
      guard case .response(let error) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.code == .pluginFailed)
      #expect(text(error.data) == #"{"a":1.0}"#)
    }
  }

  @Test("a typed call sends its params and reads its result") func typedCall() throws {
    let result = #"{"plugins":[{"plugin":"people","state":"ready","more":1}]}"#
    let (connection, host) = try connect([.receive, answer(2, result)])
    let list = try connection.call(PluginList())
    #expect(list.plugins.map(\.plugin) == ["people"])
    #expect(host.received().last == #"{"jsonrpc":"2.0","id":2,"method":"plugin/list","params":{}}"#)
  }

  @Test("a result of another shape is told with its path") func resultAnother() throws {
    let (connection, _) = try connect([.receive, answer(2, #"{"plugins":[{"plugin":7}]}"#)])
    do {
      _ = try connection.call(PluginList())
      Issue.record("it was taken")
    } catch {
      guard case .unexpectedResult(let method, let failure) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(method == "plugin/list")
      #expect(failure.path == "/plugins/0/plugin")
    }
  }

  @Test("answers come to the call that they belong to, in any order") func answersCome() throws {
    let (connection, _) = try connect([
      .receive, .receive, answer(3, "\"second\""), answer(2, "\"first\""),
    ])
    let first = connection.start("a")
    let second = connection.start("b")
    #expect(text(try connection.wait(for: first)) == "\"first\"")
    #expect(text(try connection.wait(for: second)) == "\"second\"")
  }

  @Test("FC-111: both may write megabytes at once") func bothWrite() throws {
    let (connection, host) = try connect([.flood(4000), .receive, answer(2, "{}")])
    var count = 0
    connection.onNotification = { _ in count += 1 }
    let params = Array(("[\"" + String(repeating: "y", count: 4 << 20) + "\"]").utf8)
    #expect(text(try connection.call("people/import", params: params)) == "{}")
    #expect(count == 4000)
    #expect(host.received().last?.utf8.count ?? 0 > params.count)
  }

  // MARK: Notifications

  @Test("FC-075: what comes during a wait is told in its order, and may call the host")
  func comesDuring() throws {
    let notification = #"{"jsonrpc":"2.0","method":"N","params":{"n":"#
    let (connection, host) = try connect([
      .receive, .send(notification + "1}}\n" + notification + "2}}\n"), .receive,
      answer(3, "\"inner\""), .send(notification + "3}}\n"), answer(2, "\"outer\""),
    ])
    var told: [String] = []
    connection.onNotification = { [unowned connection] notification in
      told.append(text(notification.params))
      guard told.count == 1 else { return }
      do {
        told.append(text(try connection.call("inner")))
      } catch {
        told.append("\(error)")
      }
    }
    #expect(text(try connection.call("outer")) == "\"outer\"")
    #expect(told == [#"{"n":1}"#, #"{"n":2}"#, "\"inner\"", #"{"n":3}"#])
    #expect(host.received().count == 3)
  }

  @Test("notifications can be waited for without a call") func notificationsCan() throws {
    let (connection, _) = try connect([.send(#"{"jsonrpc":"2.0","method":"N"}"# + "\n")])
    var told: [String] = []
    connection.onNotification = { told.append($0.method) }
    while told.isEmpty { try connection.receive() }
    #expect(told == ["N"])
  }

  // MARK: Ends

  @Test("FC-013: what the host wrote before it went is delivered, then its end is told")
  func hostWrote() throws {
    let (connection, host) = try connect([.receive, answer(2, "1")])
    let first = connection.start("a")
    let second = connection.start("b")
    try connection.flush()
    _ = host.received()
    #expect(text(try connection.wait(for: first)) == "1")
    #expect(throws: ClientError.self) { try connection.wait(for: second) }
    do {
      _ = try connection.call("c")
      Issue.record("it was taken")
    } catch {
      #expect("\(error)" == "\(ClientError.hostClosed)")
    }
  }

  @Test("FC-018: an end inside of a message is told as such") func endInside() throws {
    let (connection, _) = try connect([.receive, .send(#"{"jsonrpc":"2.0","id":2,"res"#)])
    do {
      _ = try connection.call("a")
      Issue.record("it was taken")
    } catch {
      guard case .protocolViolation = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("a host that closes with our bytes unread is a host that closed") func hostCloses() throws {
    let (connection, host) = try connect([])
    _ = host.received()
    let params = Array(("[\"" + String(repeating: "y", count: 1 << 20) + "\"]").utf8)
    do {
      _ = try connection.call("a", params: params)
      Issue.record("it was taken")
    } catch {
      #expect("\(error)" == "\(ClientError.hostClosed)")
    }
  }

  @Test("a host that only ends its output still hears") func hostOnly() throws {
    let (connection, host) = try connect([.endOutput, .receive])
    connection.notify("exit")
    do {
      while true { try connection.receive() }
    } catch {
      #expect("\(error)" == "\(ClientError.hostClosed)")
    }
    #expect(host.received().last == #"{"jsonrpc":"2.0","method":"exit"}"#)
  }

  // MARK: Deadlines and interruption

  @Test("a deadline ends the wait and cancels the call, whose late answer is dropped")
  func deadlineEnds() throws {
    let (connection, host) = try connect([
      .receive, .receive, .receive, answer(2, "\"late\""), answer(3, "\"next\""),
    ])
    do {
      _ = try connection.call("slow", until: .after(.milliseconds(10)))
      Issue.record("it was answered")
    } catch {
      #expect("\(error)" == "\(ClientError.deadlineExceeded)")
    }
    #expect(text(try connection.call("next")) == "\"next\"")
    #expect(
      host.received()[2]
        == #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
  }

  @Test("an interrupted call stays open and can be cancelled and waited for") func interruptedCall()
    throws
  {
    let cancelled =
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Cancelled."}}"# + "\n"
    let (connection, _) = try connect([.receive, .receive, .send(cancelled)])
    let signal = try EventCounter(nonBlocking: true, oneByOne: true)
    try connection.interruptWaits(by: signal.number)
    let call = connection.start("slow")
    signal.raise()
    do {
      _ = try connection.wait(for: call)
      Issue.record("it was answered")
    } catch {
      #expect("\(error)" == "\(ClientError.interrupted)")
    }
    _ = signal.take()
    connection.cancel(call)
    do {
      _ = try connection.wait(for: call)
      Issue.record("it was answered")
    } catch {
      guard case .response(let error) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.code == .requestCancelled)
    }
  }
}
