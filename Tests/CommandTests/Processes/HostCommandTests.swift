import JSON
import SystemIO
import Testing

@testable import jackfield

/// The commands that talk to a host, with a real host and a real plugin.
@Suite struct HostCommandTests {
  private func json(_ outcome: Outcome) throws -> JSONValue { try JSONValue.parse(outcome.bytes) }

  private func hostProcess(_ room: Room) throws -> Int64? {
    try json(try room.run("status", "--json", "--no-spawn"))["pid"]?.integer
  }

  // MARK: A host on demand

  @Test("the first command starts a host, the next ones use it, and stop ends it")
  func onDemand() throws {
    let room = try Room()
    let first = try room.run("status", "--json")
    #expect(first.code == 0)
    #expect(first.errors == "")
    let process = try #require(try json(first)["pid"]?.integer)
    #expect(try json(first)["onDemand"]?.boolean == true)
    let listener = try UnixSocket.isListening(at: SocketPath(room.socket))
    #expect(listener.map { Int64($0.process) } == process)
    #expect(try hostProcess(room) == process)
    #expect(try room.run("stop") == Outcome(bytes: [], errors: "", code: 0))
    #expect(throws: SystemError.self) { try FileStatus(of: room.socket) }
    #expect(try room.run("status", "--no-spawn").code == 3)
  }

  @Test("FC-103: a host keeps nothing of its starter, so that what waits for it returns")
  func keepsNothing() throws {
    let room = try Room()
    let outcome = try room.shell(
      "x=$(jackfield call ping); echo \"[$x]\"; jackfield stop; jackfield call ping | cat; echo done"
    )
    #expect(outcome == Outcome(bytes: Array("[{}]\n{}\ndone\n".utf8), errors: "", code: 0))
  }

  @Test("a plugin of the user's own folder runs once it was enabled, also after the host's end")
  func enabling() throws {
    let room = try Room()
    let folder = try room.scriptedPlugins()
    try Directory.make(room.file("data/jackfield"))
    #expect(try room.shell("mv '\(folder)' '\(room.file("data/jackfield/plugins"))'").code == 0)
    let refused = try room.run("call", "scripted/echo", "[1]")
    #expect(refused.code == 1)
    #expect(refused.errors.contains("jackfield plugin enable"))
    let enabled = try room.run("plugin", "enable", "scripted")
    #expect(enabled.code == 0)
    #expect(enabled.output.contains("command\tpython3 scripted.py\n"))
    #expect(enabled.output.hasSuffix("scripted is enabled.\n"))
    #expect(try room.run("call", "scripted/echo", "[1]").output == "[1]\n")
    try room.run("stop")
    #expect(try room.run("call", "scripted/echo", "[2]").output == "[2]\n")
    #expect(try room.run("plugin", "disable", "scripted").output == "scripted is disabled.\n")
    try room.run("stop")
    #expect(try room.run("call", "scripted/echo", "[3]").code == 1)
  }

  @Test("a relative folder of plugins is that of the command, not of the host")
  func relativeFolder()
    throws
  {
    let room = try Room()
    _ = try room.scriptedPlugins()
    let outcome = try room.shell("cd '\(room.path)' && jackfield plugins --plugins plugins")
    #expect(outcome.output == "scripted\t1.0.0\tdiscovered\t\n")
  }

  @Test("who names plugins for a host that runs already is told that it does not look for them")
  func overlookedPlugins() throws {
    let room = try Room()
    #expect(try room.run("status").code == 0)
    let plugins = try room.scriptedPlugins()
    for command in ["call scripted/echo", "complete scripted/prefix x", "log scripted"] {
      let outcome = try room.shell("jackfield \(command) --plugins '\(plugins)'")
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.hasSuffix(
          "; --plugins is for a new host, and this one was running already: "
            + "'jackfield stop' ends it.\n"))
    }
  }

  @Test("a host that can't be started is told in one sentence, and the exit code is 3")
  func cannotStart() throws {
    let room = try Room()
    let outcome = try room.run("status", "--socket", "/proc/nowhere/host.sock")
    #expect(outcome.code == 3)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("jackfield status: the host did not start: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  // MARK: Calls

  @Test("a result comes out byte for byte, in one line, with what is hazardous escaped")
  func verbatim() throws {
    let room = try Room.withPlugin()
    let params = #"{"a": 1e999, "big":18446744073709551616,"b":[ 1.0,"\u001b đ" ],"a":"\#u{9B}"}"#
    let result = #"{"a":1e999,"big":18446744073709551616,"b":[1.0,"\u001b đ"],"a":"\u009b"}"#
    let outcome = try room.run("call", "scripted/echo", params)
    #expect(outcome == Outcome(bytes: Array((result + "\n").utf8), errors: "", code: 0))
  }

  @Test("parameters come from the command line, standard input or a file") func parameters() throws
  {
    let room = try Room.withPlugin()
    let params = "{\n\"n\": 1\n}"
    try File.openForAppending(room.file("params")).writeAll(Array(params.utf8))
    let path = room.file("params")
    for argument in [params, "-", "@\(path)"] {
      let outcome = try room.run(
        "call", "scripted/echo", argument, input: params)
      #expect(outcome.output == "{\"n\":1}\n")
    }
    #expect(try room.run("call", "scripted/echo").code == 0)
  }

  @Test("an answer that is an error is exit code 1, and told in one sentence") func errors() throws
  {
    let room = try Room.withPlugin()
    let error = #"{"error":{"code":-32099,"message":"No such\nthing \u001b[31mhere.","data":[1]}}"#
    let outcome = try room.run("call", "scripted/fail", error)
    #expect(outcome.bytes == [])
    #expect(outcome.errors == "jackfield call: No such thing here (error -32099).\n")
    #expect(outcome.code == 1)
  }

  @Test("a plugin that crashes is named, with where to look") func crash() throws {
    let room = try Room.withPlugin()
    let outcome = try room.run("call", "scripted/exit", #"{"code":7}"#)
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasSuffix("(error -32005); 'jackfield log scripted' tells more.\n"))
  }

  @Test("a deadline is exit code 4") func deadline() throws {
    let room = try Room.withPlugin()
    let outcome = try room.run(
      "call", "scripted/never", "--timeout", "0.05")
    #expect(outcome.code == 4)
    #expect(
      outcome.errors == "jackfield call: the time was over before the answer came; "
        + "--timeout SECONDS waits longer.\n")
  }

  @Test("Control-C cancels the call, and the exit code is 130") func interrupt() throws {
    let room = try Room.withPlugin()
    let holding = try room.start("call", "scripted/hold", #"{"key":"k"}"#)
    try awaitCall("hold", in: room)
    holding.signal(.interrupt)
    let outcome = holding.finish()
    #expect(
      outcome
        == Outcome(bytes: [], errors: "jackfield call: the call was cancelled.\n", code: 130))
    let cancelled = try room.run("call", "scripted/recorded", #"{"method":"cancelled"}"#)
    #expect(try json(cancelled)["count"]?.integer == 1)
  }

  @Test("Control-C again leaves without the answer") func secondInterrupt() throws {
    let room = try Room.withPlugin()
    let holding = try room.start("call", "scripted/hold", #"{"key":"k"}"#)
    try awaitCall("hold", in: room)
    // A host that stands still answers no cancel.
    let host = try #require(try hostProcess(room))
    try room.shell(
      "kill -STOP \(host); until grep -q '^State:.T' /proc/\(host)/status; do :; done")
    while ChildProcess.peek(holding.id) == nil { holding.signal(.interrupt) }
    let outcome = holding.finish()
    try room.shell("kill -CONT \(host)")
    #expect(outcome == Outcome(bytes: [], errors: "", code: 130))
  }

  /// Waits until the plugin has got a call of `method`.
  private func awaitCall(_ method: String, in room: Room) throws {
    var count: Int64 = 0
    while count == 0 {
      let recorded = try room.run("call", "scripted/recorded", #"{"method":"scripted/\#(method)"}"#)
      count = try #require(try json(recorded)["count"]?.integer)
    }
  }

  @Test("--follow prints notifications as they come, until Control-C") func follow() throws {
    let room = try Room.withPlugin()
    let following = try room.start(
      "call", "--follow", "host/subscribe", #"{"topics":["plugin/didChangeState"]}"#)
    following.output.wait(for: "{}\n")
    #expect(try room.run("plugin", "start", "scripted").code == 0)
    let seen = following.output.wait(for: #""state":"ready""#)
    following.signal(.interrupt)
    #expect(following.finish().code == 130)
    let lines = seen.split(separator: "\n")
    #expect(lines.first == "{}")
    #expect(
      lines.dropFirst().allSatisfy {
        $0.hasPrefix(#"{"method":"plugin/didChangeState","params":{"#)
      })
  }

  // MARK: Completions

  @Test("completions are lines, the best first, and none is exit code 1") func complete() throws {
    let room = try Room.withPlugin()
    let outcome = try room.run("complete", "scripted/prefix", "Sa")
    #expect(
      outcome == Outcome(bytes: Array("Sandor Clegane\nSansa Stark\n".utf8), errors: "", code: 0))
    let limited = try room.run("complete", "scripted/prefix", "Sa", "--limit", "1")
    #expect(limited.output == "Sandor Clegane\n")
    #expect(
      try room.run("complete", "scripted/prefix", "X") == Outcome(bytes: [], errors: "", code: 1))
    let whole = try room.run("complete", "--json", "scripted/prefix", "Jof")
    #expect(try json(whole)["matches"]?[0]?["text"]?.string == "Joffrey Baratheon")
    #expect(try json(whole)["total"]?.integer == 1)
  }

  @Test("a source that fails is named on standard error") func failingSource() throws {
    let room = try Room.withPlugin()
    let outcome = try room.run("complete", "scripted/failing", "a")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("scripted/failing: "))
  }

  // MARK: Plugins

  @Test("plugins are listed, started, stopped and restarted") func plugins() throws {
    let room = try Room()
    let folder = try room.scriptedPlugins()
    #expect(
      try room.run("plugins", "--plugins", folder).output == "scripted\t1.0.0\tdiscovered\t\n")
    #expect(try room.run("plugin", "start", "scripted").output == "scripted\t1.0.0\tready\t\n")
    let stopped = try room.run("plugin", "stop", "scripted")
    #expect(stopped.output.hasPrefix("scripted\t1.0.0\tstopped\t"))
    #expect(try room.run("plugin", "restart", "scripted").output == "scripted\t1.0.0\tready\t\n")
    let list = try json(try room.run("plugins", "--json"))
    #expect(list["plugins"]?[0]?["state"]?.string == "ready")
    let unknown = try room.run("plugin", "start", "nobody")
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("nobody"))
  }

  @Test("FC-226: a plugin's log is printed as the plugin wrote it") func log() throws {
    let room = try Room.withPlugin()
    let lines =
      ##"{"lines":["INFO \u001b[1mstarted","{\"jsonrpc\":\"2.0\",\"id\":@ID@,\"result\":{}}"]}"##
    #expect(try room.run("call", "scripted/write", lines).code == 0)
    #expect(try room.run("log", "scripted").output == "INFO \u{1B}[1mstarted\n")
    #expect(try room.terminal("jackfield log scripted").output == "INFO started\n")
    let json = try json(try room.run("log", "--json", "--lines", "1", "scripted"))
    #expect(json["lines"]?[0]?["stream"]?.string == "stdout")
  }

  @Test("status tells the host's figures") func status() throws {
    let room = try Room()
    let outcome = try room.run("status")
    #expect(outcome.output.contains("socket\t\(room.socket)\n"))
    #expect(outcome.output.contains("build\t\(BuildID.of(room.command) ?? "")\n"))
    #expect(outcome.output.contains("plugins\t0\n"))
  }

  // MARK: On a terminal

  @Test("on a terminal JSON is laid out, and columns are aligned below titles") func terminal()
    throws
  {
    let room = try Room.withPlugin()
    let call =
      "jackfield call scripted/echo '{\"a\":[1,{}],\"b\":\"\u{202E}x\"}'"
    #expect(
      try room.terminal(call).output == """
        {
          "a": [
            1,
            {}
          ],
          "b": "\\u202ex"
        }

        """)
    #expect(
      try room.terminal("jackfield plugins").output == """
        PLUGIN    VERSION  STATE  REASON
        scripted  1.0.0    ready

        """)
    #expect(
      try room.terminal("jackfield complete scripted/prefix Jof").output
        == "\u{1B}[1mJof\u{1B}[22mfrey Baratheon\n")
    #expect(
      try room.terminal("NO_COLOR=1 jackfield complete scripted/prefix Jof").output
        == "Joffrey Baratheon\n")
  }
}
