import Glibc
import SystemIO
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct GuardTests {
  @Test(arguments: [
    GuardRequest.start(
      run: 1,
      ProcessLaunch(
        path: "/bin/p", arguments: ["p", "", "ü"], environment: ["A=b"], directory: "/d"),
      given: [true, false, true]),
    .start(run: 2, ProcessLaunch(path: "", arguments: [], environment: []), given: []),
    .signal(run: .max, .terminate), .release(run: 0),
  ])
  func requestsTravelAsTheyAre(request: GuardRequest) {
    #expect(GuardRequest(request.encoded) == request)
    for count in 0..<request.encoded.count {
      #expect(GuardRequest(Array(request.encoded[..<count])) == nil)
    }
  }

  @Test(arguments: [
    GuardReport.started(run: 1, process: 2), .failed(run: 3, code: 13),
    .ended(run: 4, bySignal: true, status: 9), .ended(run: .max, bySignal: false, status: -1),
  ])
  func reportsTravelAsTheyAre(report: GuardReport) {
    #expect(GuardReport(report.encoded) == report)
    #expect(GuardReport(Array(report.encoded.dropLast())) == nil)
  }

  @Test(arguments: [("exit 0", false, 0), ("exit 7", false, 7), ("kill -15 $$", true, 15)])
  func anEndIsReportedWithItsStatus(script: String, bySignal: Bool, status: Int32) throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    try harness.start(5, script, output: pipe.writing)
    _ = try harness.started()
    #expect(try harness.next() == .ended(run: 5, bySignal: bySignal, status: status))
    try harness.send(.release(run: 5))
  }

  @Test("FC-096: a program that is not there is reported at once") func missing() throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    let launch = ProcessLaunch(path: "/no/such", arguments: ["such"], environment: [])
    try harness.start(1, launch, output: pipe.writing)
    #expect(try harness.next() == .failed(run: 1, code: SystemError.Code.notFound.rawValue))
  }

  @Test("FC-093: of 20 that die together each is reported") func twenty() throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    let runs = UInt32(1)...20
    var processes: [Int32] = []
    for run in runs {
      try harness.start(run, "exec sleep 1000", output: pipe.writing)
      processes.append(try harness.started())
    }
    for process in processes { ChildProcess.signal(process, .kill) }
    var ended: Set<UInt32> = []
    for _ in runs {
      guard case .ended(let run, true, 9) = try harness.next() else { break }
      ended.insert(run)
    }
    #expect(ended == Set(runs))
    for run in runs { try harness.send(.release(run: run)) }
  }

  @Test("FC-090: a group lives until its leader is released, and no longer") func release() throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    let output = pipe.reading
    let writing = pipe.writing
    try harness.start(1, "sh -c 'echo up; exec sleep 1000' & exit 3", output: writing)
    writing.close()
    let leader = try harness.started()
    #expect(try harness.next() == .ended(run: 1, bySignal: false, status: 3))
    #expect(try output.text(until: "up\n") == "up\n")
    // The leader is a zombie, so that its id can't be anybody else's; the group holds the pipe.
    #expect(try String(decoding: status(leader), as: UTF8.self).contains(") Z "))
    #expect(try output.text(patience: .milliseconds(50)) == nil)
    try harness.send(.release(run: 1))
    #expect(try output.text() == "")
    // A second stop finds nobody.
    try harness.send(.signal(run: 1, .kill))
    try harness.send(.release(run: 1))
  }

  private func status(_ process: Int32) throws -> [UInt8] {
    try File.read("/proc/\(process)/stat", limit: File.procLimit)
  }

  @Test("FC-142: when the host is gone nothing is left within a second") func hostGone() throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    let output = pipe.reading
    let writing = pipe.writing
    let stubborn = "trap '' TERM HUP; echo up; while :; do sleep 1000; done"
    try harness.start(1, stubborn, output: writing)
    try harness.start(2, "setsid sh -c \"\(stubborn)\" & wait", output: writing)
    try harness.start(3, "(setsid sh -c \"\(stubborn)\" &) ; exit 0", output: writing)
    writing.close()
    #expect(try output.text(until: "up\nup\nup\n") == "up\nup\nup\n")
    let start = ContinuousClock.now
    harness.close()
    // All of them hold the pipe: its end is theirs.
    #expect(try output.text() != nil)
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test("FC-142: a plugin that forks all the time is gone with the host, too") func bomb() throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    let output = pipe.reading
    let writing = pipe.writing
    // Each generation starts the next and ends, as fast as it can.
    let step = "(while :; do (sleep 0.01 &) ; done) &"
    try harness.start(1, "for i in 1 2 3; do \(step) done; echo up; wait", output: writing)
    try harness.start(2, "setsid sh -c '\(step) echo up; wait'", output: writing)
    writing.close()
    #expect(try output.text(until: "up\nup\n") == "up\nup\n")
    let start = ContinuousClock.now
    harness.close()
    #expect(try output.text() != nil)
    #expect(ContinuousClock.now - start < .seconds(3))
  }

  @Test("FC-099: the guard holds none of the host's descriptors") func descriptors() throws {
    let stray = try Pipe()
    let harness = try GuardHarness()
    let pipe = try Pipe()
    // An end that is told means that the guard has let go of the run's own descriptors.
    try harness.start(1, "exit 0", output: pipe.writing)
    _ = try harness.started()
    _ = try harness.next()
    let names = try Directory.names(in: "/proc/\(harness.process)/fd")
    let targets = names.map { linkTarget("/proc/\(harness.process)/fd/\($0)") }
    #expect(targets.filter { $0 == "/dev/null" }.count == 3)
    #expect(!targets.contains { $0.contains("pipe:") })
    #expect(names.count <= 8, "streams, socket, epoll, signals, and one process")
    _ = stray.reading.number
  }

  @Test func anOrphanIsReapedByTheGuard() throws {
    let harness = try GuardHarness()
    let pipe = try Pipe()
    let gate = try Scratch().file("gate")
    mkfifo(gate, 0o600)
    // The inner shell leaves the group, is left behind, says its id, and ends when the gate has
    // been opened.
    let script = "(setsid sh -c 'echo $$; read line <\(gate)' &) ; exit 0"
    try harness.start(1, script, output: pipe.writing)
    _ = try harness.started()
    _ = try harness.next()
    let text = try pipe.reading.text(until: "\n")
    try harness.send(.release(run: 1))
    let orphan = try #require(text.flatMap { Int32($0.dropLast()) })
    let end = try Epoll(capacity: 1)
    let handle = try ProcessDescriptor(of: orphan)
    try end.add(handle.number, for: .readable, token: 0)
    close(open(gate, O_WRONLY))
    #expect(try end.wait(timeout: .seconds(10)) == 1)
    // The guard has been signalled by now: two answers later it has acted on it.
    for run in 2...3 as ClosedRange<UInt32> {
      try harness.start(run, "exit 0", output: pipe.writing)
      _ = try harness.started()
      _ = try harness.next()
      try harness.send(.release(run: run))
    }
    #expect(throws: SystemError.self) { try status(orphan) }
  }
}
