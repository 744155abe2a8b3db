import Glibc
import JSON
import SystemIO
import TestSupport
import Testing

@Suite struct PluginProcessTests {
  @Test func aPluginIsSpokenToOnItsStreams() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "exec cat")
    #expect(try client.event("spawned")["process"]?.integer ?? 0 > 1)
    try client.forward(1, #"{"method":"hello"}"#)
    #expect(try client.event("frame")["json"]?["method"]?.string == "hello")
    try client.send(#"{"method":"puppet/closeInput","params":{"run":1}}"#)
    #expect(try client.event("exited")["text"]?.string == "exited with code 0")
  }

  @Test func aPluginWithADescriptorOfItsOwnHasItsStreamsAsLog() throws {
    let client = try HostHarness().connect()
    try client.spawn(
      1, "echo $JACKFIELD_FD; echo oops >&2; exec cat <&3 >&3", transport: "fd")
    var texts: Set<String> = []
    for _ in 0..<2 { texts.insert(try client.event("output")["text"]?.string ?? "") }
    #expect(texts == ["3", "oops"])
    try client.forward(1, #"{"method":"hello"}"#)
    #expect(try client.event("frame")["json"]?["method"]?.string == "hello")
    try client.send(#"{"method":"puppet/closeInput","params":{"run":1}}"#)
    #expect(try client.event("exited")["text"]?.string == "exited with code 0")
  }

  @Test("FC-013: all that was written is told before the exit") func lastWords() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, #"echo '{"id":1,"result":2}'; echo bye >&2; exit 7"#)
    var seen: Set<String> = []
    while true {
      let event = try client.next()
      let name = event["event"]?.string ?? ""
      guard name == "exited" else {
        seen.insert(name)
        continue
      }
      #expect(event["text"]?.string == "exited with code 7")
      break
    }
    #expect(seen.isSuperset(of: ["spawned", "frame", "output"]))
    #expect(!seen.contains("endOfInput"), "the exit says it all")
  }

  @Test("FC-091: 2 MiB that were written before the exit are all told") func largeLastWords() throws
  {
    let client = try HostHarness().connect()
    let line = #"{"id":1,"result":"\#(String(repeating: "x", count: 1000))"}"#
    try client.spawn(1, "yes '\(line)' | head -n 2000")
    var count = 0
    while true {
      let event = try client.next()
      if event["event"]?.string == "frame" { count += 1 }
      if event["event"]?.string == "exited" { break }
    }
    #expect(count == 2000)
  }

  @Test(
    "FC-088: a grandchild that holds the pipes does not hold the exit",
    arguments: [
      "setsid sleep 1000 & exit 0", "(sleep 1000 &) ; exit 0", "sleep 1000 & wait & kill -9 $$",
    ])
  func grandchild(script: String) throws {
    let client = try HostHarness().connect()
    let start = ContinuousClock.now
    try client.spawn(1, script)
    _ = try client.event("exited")
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test("FC-091: what a grandchild writes soon after the exit is told before it")
  func lateWords() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "(sleep 0.05; echo '{\"id\":1,\"result\":{}}') & exit 0")
    #expect(try client.event("frame")["json"]?["id"]?.integer == 1)
    #expect(try client.event("exited")["run"]?.integer == 1)
  }

  @Test("FC-091: a grandchild that goes on writing is not waited for without end")
  func talkingGrandchild() throws {
    let client = try HostHarness().connect()
    let start = ContinuousClock.now
    try client.spawn(1, "(setsid sh -c 'while :; do echo x >&2; sleep 0.05; done' &) ; exit 0")
    _ = try client.event("exited")
    let elapsed = ContinuousClock.now - start
    #expect(elapsed > .milliseconds(1900))
    #expect(elapsed < .seconds(6))
  }

  @Test(
    "FC-087: standard error is drained, whatever its size",
    arguments: [
      1000, 65_537, 10 << 20,
    ])
  func standardError(size: Int) throws {
    let client = try HostHarness().connect()
    try client.spawn(
      1, "yes standard error | head -c \(size) >&2; echo '{\"id\":1,\"result\":{}}'; exec cat"
    )
    let start = ContinuousClock.now
    _ = try client.event("frame")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func aFloodOfTextIsCountedAndItsEndIsKept() throws {
    let client = try HostHarness().connect()
    try client.spawn(
      1, "yes $(head -c 500 /dev/zero | tr '\\0' x) | head -n 20000 >&2; echo end >&2")
    var lines: [String] = []
    while true {
      let event = try client.next()
      if event["event"]?.string == "output" { lines.append(event["text"]?.string ?? "") }
      if event["event"]?.string == "exited" { break }
    }
    #expect(lines.count < 6000)
    #expect(lines.contains { $0.hasSuffix("lines dropped: more than 256 KiB a second]") })
    #expect(lines.last == "end")
  }

  @Test("FC-094: a plugin that closes its input fails alone") func closedInput() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "read line; exec <&-; echo '{\"id\":1,\"result\":{}}'; exec sleep 1000")
    _ = try client.event("spawned")
    try client.forward(1, #"{"method":"hello"}"#)
    _ = try client.event("frame")
    try client.forward(1, #"{"method":"hello"}"#)
    #expect(try client.event("closed")["run"]?.integer == 1)
    try client.send(#"{"method":"puppet/signal","params":{"run":1,"kill":true}}"#)
    #expect(try client.event("exited")["text"]?.string == "was ended by signal 9")
  }

  @Test("FC-094: a program that ends at once is no fault of the host") func endsAtOnce() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, command: ["true"])
    try client.forward(1, #"{"method":"hello"}"#)
    #expect(try client.event("exited")["text"]?.string == "exited with code 0")
  }

  @Test("FC-100: a plugin that ends in the middle of a large request fails alone")
  func endsWhileRead() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "head -c 10 >/dev/null; exit 1")
    _ = try client.event("spawned")
    try client.forward(1, #""\#(String(repeating: "x", count: 1 << 20))""#)
    #expect(try client.event("exited")["text"]?.string == "exited with code 1")
    try client.send(#"{"method":"echo"}"#)
    #expect(try client.next()["method"]?.string == "echo")
  }

  @Test("FC-099: a plugin sees its streams and nothing else, also beside another")
  func descriptors() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "exec cat")
    try client.spawn(2, "exec ls /proc/self/fd >&2")
    var lines: [String] = []
    while lines.count < 4 { lines.append(try client.event("output")["text"]?.string ?? "") }
    // The last is the folder that ls itself has opened.
    #expect(lines == ["0", "1", "2", "3"])
    #expect(try client.event("exited")["run"]?.integer == 2)
    // Without a stray copy of its pipe anywhere, closing it ends the first.
    try client.send(#"{"method":"puppet/closeInput","params":{"run":1}}"#)
    #expect(try client.event("exited")["run"]?.integer == 1)
  }

  @Test("FC-130, FC-157: a plugin's environment is the allow-list and what it is told")
  func environment() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "env >&2")
    var names: Set<String> = []
    while true {
      let event = try client.next()
      if event["event"]?.string == "exited" { break }
      guard let text = event["text"]?.string else { continue }
      names.insert(String(text.prefix { $0 != "=" }))
    }
    // The shell adds its own.
    names.subtract(["PWD", "OLDPWD", "SHLVL", "_"])
    #expect(
      names == ["PATH", "HOME", "XDG_RUNTIME_DIR", "LANG", "PYTHONUTF8", "JACKFIELD_PLUGIN"])
  }

  @Test("FC-096: a program that can't be started is told at once, with its reason")
  func spawnFails() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, command: ["no-such-program"])
    let event = try client.event("spawnFailed")
    #expect(event["text"]?.string == "'no-such-program' was not found in /usr/bin, /bin")
  }

  @Test("FC-145: a plugin has a session of its own and no terminal") func session() throws {
    let client = try HostHarness().connect()
    try client.spawn(1, "read -r _ _ _ _ g s t _ </proc/$$/stat; echo $((g-$$)) $((s-$$)) $t >&2")
    #expect(try client.event("output")["text"]?.string == "0 0 0")
  }

  @Test("FC-142: a host that is killed leaves nothing behind for longer than a second")
  func killedHost() throws {
    let host = try HostHarness()
    let client = try host.connect()
    let gate = host.scratch.file("gate")
    mkfifo(gate, 0o600)
    let stubborn = "trap '' TERM HUP; exec 9>\(gate); echo up >&2; while :; do sleep 1000; done"
    try client.spawn(1, stubborn)
    try client.spawn(2, "setsid sh -c \"\(stubborn)\" & exec 0<&-; wait")
    // All of them hold the gate: when it ends, they are gone.
    let reading = try File.open(gate)
    for _ in 1...2 { _ = try client.event("output") }
    let start = ContinuousClock.now
    host.signal(SIGKILL)
    #expect(try reading.text() != nil)
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test func aGuardThatIsKilledTakesItsPluginsWithItAndIsReplaced() throws {
    let host = try HostHarness()
    let client = try host.connect()
    let gate = host.scratch.file("gate")
    mkfifo(gate, 0o600)
    try client.spawn(
      1, "trap '' TERM; exec 9>\(gate); echo $PPID >&2; while :; do sleep 1000; done")
    let reading = try File.open(gate)
    let guardian = try #require(Int32(client.event("output")["text"]?.string ?? ""))
    ChildProcess.signal(guardian, .kill)
    let exit = try client.event("exited")
    #expect(exit["text"]?.string?.hasPrefix("was lost") == true)
    #expect(try reading.text() != nil)
    try client.spawn(2, "exec cat")
    _ = try client.event("spawned")
    try client.forward(2, #"{"method":"hello"}"#)
    _ = try client.event("frame")
  }

  @Test("FC-135: a hundred starts and stops leave no process and no descriptor behind")
  func cycles() throws {
    let host = try HostHarness()
    let client = try host.connect()
    var counts: Set<Int> = []
    for run in 1...100 {
      try client.spawn(run, "exec cat")
      try client.forward(run, #"{"method":"hello"}"#)
      _ = try client.event("frame")
      try client.send(#"{"method":"puppet/closeInput","params":{"run":\#(run)}}"#)
      _ = try client.event("exited")
      counts.insert(try Directory.names(in: "/proc/\(host.process)/fd").count)
    }
    #expect(counts.count == 1)
  }
}
