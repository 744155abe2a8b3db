import Testing

@testable import Conformance

@Suite("Runs")
struct ConformanceRunTests {
  private func play(
    _ target: ConformanceRun.Target, scenarios: String = SourceTree.scenarios, only: [String] = []
  ) -> (verdict: ConformanceRun.Verdict, report: String) {
    let run = ConformanceRun(target: target, scenarios: scenarios, only: only)
    var report = ""
    let verdict = run.play { report += $0 }
    return (verdict, report)
  }

  @Test("a socket that nobody listens on is told, with exit code 3")
  func unreachable() {
    let (verdict, report) = play(.socket("/nowhere/host.sock"))
    #expect(verdict.exitCode == 3)
    #expect(report.hasPrefix("Bail out! the host can't be reached: connect '/nowhere/host.sock': "))
  }

  @Test("a command that is not there is told, with exit code 3")
  func noCommand() {
    #expect(play(.command(["jackfield-nowhere"])).verdict == .unreachable)
    #expect(play(.command(["/nowhere/jackfield"])).verdict == .unreachable)
    #expect(play(.command([])).verdict == .unreachable)
  }

  @Test("a folder without scenarios is the kit's fault, with exit code 2")
  func noScenarios() {
    let (verdict, report) = play(.socket("/nowhere/host.sock"), scenarios: "/nowhere")
    #expect(verdict.exitCode == 2)
    #expect(report.hasPrefix("Bail out! a scenario is wrong: "))
  }

  @Test("a command that leaves at once fails its checks, and is not waited for")
  func leavesAtOnce() {
    let (verdict, report) = play(.command(["true"]), only: ["envelope/ping"])
    #expect(verdict == .failed)
    #expect(report.contains("not ok 2 - envelope/ping [headers]"))
    #expect(report.contains("the host closed the connection"))
  }

  @Test("a command that stays at the end of its input is told, and killed")
  func stays() {
    let script = """
      while read -r line; do
        echo '{"jsonrpc":"2.0","id":1,"result":{}}'
        read -r line && echo '{"jsonrpc":"2.0","id":"barrier-1","result":{}}'
      done
      exec tail -f /dev/null
      """
    let run = ConformanceRun(
      target: .command(["sh", "-c", script]), scenarios: SourceTree.scenarios,
      only: ["envelope/ping"], timeout: .milliseconds(500))
    var report = ""
    #expect(run.play { report += $0 } == .failed)
    #expect(report.contains("the host did not leave at the end of its input"))
  }

  @Test("a command is a host on its standard streams; what needs more connections is not asked")
  func echoes() {
    // `cat` answers a request with the request itself, which no host may send.
    let (verdict, report) = play(.command(["cat"]), only: ["envelope/ping", "ids/two"])
    #expect(verdict == .failed)
    #expect(report.contains("M-17"))
    #expect(report.contains("# SKIP needs 2 connections"))
  }
}

@Suite("What a host declares")
struct DeclarationTests {
  private func host(plugins: String, methods: String) throws -> HostUnderTest {
    let plugins = try Value(text: plugins)
    let methods = try Value(text: methods)
    var host = SmallHost()
    host.answer = { message in
      guard let id = message["id"] else { return nil }
      switch message["method"]?.string {
      case "initialize":
        return SmallHost.result(
          id, .object(["protocol": Value(1), "session": .string("s"), "plugins": plugins]))
      case "rpc.discover": return SmallHost.result(id, .object(["methods": methods]))
      default: return SmallHost.rightAnswer(message)
      }
    }
    return host.underTest()
  }

  @Test("what is not declared is not asked")
  func undeclared() throws {
    let host = try host(plugins: "[]", methods: #"[{"name": "ping"}]"#)
    let results = try Results.playing("administration/host-status", against: host)
    #expect(results.skipped == ["administration/host-status": "not declared: host/status"])
  }

  @Test("a fixture that is not installed fails, and is not skipped")
  func missing() throws {
    let host = try host(plugins: "[]", methods: "[]")
    let results = try Results.playing("relay/large/lines-plugin", against: host)
    let failure = try #require(results.failures["relay/large/lines-plugin"]?.failure)
    #expect(failure.message.hasPrefix("not installed: plugin scripted"))
  }

  @Test("a source is one of its plugin's")
  func sources() throws {
    let plugins = #"[{"plugin": "scripted", "provides": {"sources": [{"name": "prefix"}]}}]"#
    let host = try host(plugins: plugins, methods: #"[{"name": "autocomplete/query"}]"#)
    let declarations = try Declarations.ask(host)
    func missing(_ text: String) throws -> String? {
      declarations.missing(try Requirements(try Value(text: text)))
    }
    #expect(try missing(#"{"sources": ["scripted/prefix"]}"#) == nil)
    #expect(try missing(#"{"sources": ["scripted/exact"]}"#) == "source scripted/exact")
    #expect(try missing(#"{"sources": ["other/prefix"]}"#) == "source other/prefix")
    #expect(try missing(#"{"plugins": ["other"]}"#) == "plugin other")
  }

  @Test("of a host that tells nothing everything is asked")
  func silent() throws {
    let check = "administration/host-status"
    let results = try Results.playing(check, against: SmallHost().underTest())
    #expect(results.failures[check] != nil)
  }
}
