import SystemIO

/// Plays scenarios against a host and reports on each check.
public struct ConformanceRun: Sendable {
  /// The host under test.
  public enum Target: Sendable {
    /// A host that listens on the Unix socket at this path.
    case socket(String)
    /// A host to be started with this command for each check, on its standard streams.
    case command([String])
  }

  /// How results are told.
  public enum Report: String, CaseIterable, Sendable {
    /// TAP 14, a line as soon as each check is done.
    case tap
    /// JUnit's XML, at the end.
    case junit
  }

  /// What comes of a run.
  public enum Verdict: Int32, Sendable {
    /// All checks that were asked hold.
    case passed = 0
    /// Some do not.
    case failed = 1
    /// The kit itself is at fault: a scenario can't be read or played.
    case kitFault = 2
    /// There is no host to be tested.
    case unreachable = 3

    /// The exit code of a command that does nothing but this run.
    public var exitCode: Int32 { rawValue }
  }

  /// Where the host is.
  public let target: Target
  /// The folder of the scenario files; see `ScenarioFolder`.
  public let scenarios: String
  /// Beginnings of the ids of the checks to be played; empty plays all.
  public let only: [String]
  /// How results are told.
  public let report: Report
  /// How long each answer of the host may take.
  public let timeout: Duration

  /// Prepares a run.
  public init(
    target: Target, scenarios: String, only: [String] = [], report: Report = .tap,
    timeout: Duration = .seconds(10)
  ) {
    self.target = target
    self.scenarios = scenarios
    self.only = only
    self.report = report
    self.timeout = timeout
  }

  /// Plays all checks, one after the other.
  ///
  /// SIGPIPE is ignored from now on, since hosts under test close connections at any time.
  ///
  /// - Parameter write: Takes the report, in whole lines.
  /// - Returns: What came of it.
  public func play(write: (String) -> Void) -> Verdict {
    var reporter: any Reporter = makeReporter()
    do {
      let checks = try ScenarioFolder.checks(in: scenarios).filter(isChosen)
      guard !checks.isEmpty else {
        // A slip in a name must not look like a host that passes.
        throw ScenarioFault("no scenario is called \(only.joined(separator: " or "))")
      }
      let list = try CheckList(checks, against: HostUnderTest(target, timeout: timeout))
      return try list.play(&reporter, write: write)
    } catch let fault as ScenarioFault {
      write(reporter.bailOut("a scenario is wrong: \(fault.reason)"))
      return .kitFault
    } catch let unreachable as Unreachable {
      write(reporter.bailOut("the host can't be reached: \(unreachable.reason)"))
      return .unreachable
    } catch {
      write(reporter.bailOut("\(error)"))
      return .kitFault
    }
  }

  private func isChosen(_ check: Check) -> Bool {
    only.isEmpty || only.contains { check.id.hasPrefix($0) }
  }

  private func makeReporter() -> any Reporter {
    switch report {
    case .tap: TAPReporter()
    case .junit: JUnitReporter()
    }
  }
}
