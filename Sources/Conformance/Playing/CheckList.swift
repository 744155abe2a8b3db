import JSONRPC
import SystemIO

/// Checks, and the host that they are played against.
struct CheckList {
  private let checks: [Check]
  private var host: HostUnderTest
  /// What no other run has in its keys: plugins outlive a run and remember.
  private let stamp = String(Clock.wall, radix: 36)

  /// Prepares checks, and asks the host what it declares.
  init(_ checks: [Check], against host: HostUnderTest) throws {
    // Hosts under test close connections at any time.
    try Signal.brokenPipe.ignore()
    // Whoever can't be reached at all is not asked.
    try host.open(.lines).close()
    self.checks = checks
    self.host = host
    self.host.declarations = try Declarations.ask(host)
  }

  /// Plays all checks, one after the other.
  func play(
    _ reporter: inout any Reporter, write: (String) -> Void
  ) throws(ScenarioFault) -> ConformanceRun.Verdict {
    write(reporter.begin(count: checks.count))
    var verdict = ConformanceRun.Verdict.passed
    for (index, check) in checks.enumerated() {
      let outcome = try outcome(of: check, run: "run-\(stamp)-\(index)")
      if case .failed = outcome { verdict = .failed }
      write(reporter.add(outcome, of: check))
    }
    write(reporter.end())
    return verdict
  }

  private func outcome(of check: Check, run: String) throws(ScenarioFault) -> Outcome {
    let requirements = check.scenario.requirements
    if let reason = host.reasonToSkip(requirements) { return .skipped(reason) }
    if let missing = host.declarations.missing(requirements) {
      let message = "not installed: \(missing) (see Tests/Fixtures/plugins)"
      return .failed(Failure(message), step: nil)
    }
    var play = Play(check, against: host, run: run)
    do {
      try play.play()
      return .passed
    } catch {
      switch error {
      case .failure(let failure): return .failed(failure, step: play.step)
      case .fault(let fault): throw ScenarioFault("\(check.id): \(fault.reason)")
      }
    }
  }
}
