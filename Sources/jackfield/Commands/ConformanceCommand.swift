import Conformance
import SystemIO

/// `jackfield conformance host`
enum ConformanceCommand {
  static let host = Command(
    name: "conformance host",
    summary: "Check a host against the protocol's scenarios",
    discussion: [
      "Each scenario is played in both framings. The results are printed as TAP, the Test Anything "
        + "Protocol. The host must find the plugins that the scenarios need.",
      "The exit code is 0 if all scenarios pass, 1 if one fails, 3 if the host can't be reached or "
        + "started.",
    ],
    options: [socket, command, scenarios, only, report],
    examples: [
      .init(
        line: "jackfield conformance host --socket /run/user/1000/jackfield/host.sock",
        meaning: "Checks a host that listens there."),
      .init(
        line: "jackfield conformance host --command 'jackfield serve --stdio' --only framing",
        meaning: "Checks a host that is started anew for each scenario."),
    ],
    run: runHost)

  private static let socket = Option.value("--socket", "PATH", "The socket of the host to check.")
  private static let command = Option.value(
    "--command", "CMD",
    "The command that starts the host to check, a line of shell; it serves on standard streams.")
  private static let scenarios = Option.value(
    "--scenarios", "DIR", "The folder of the scenarios, protocol/conformance if not told otherwise."
  )
  private static let only = Option.value(
    "--only", "NAME", "Play only the scenarios whose names begin so. May be repeated.")
  private static let report = Option.value(
    "--report", "FORM", "How to print the results: tap (the usual way) or junit.")

  /// Where the scenarios are in the repository.
  private static let usualFolder = "protocol/conformance"

  private static func runHost(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(Failure) -> ExitCode {
    let run = ConformanceRun(
      target: try target(arguments), scenarios: arguments.value(of: scenarios) ?? usualFolder,
      only: arguments.values(of: only),
      report: try arguments.choice(of: report, as: ConformanceRun.Report.self) ?? .tap)
    var failure: Failure?
    let verdict = run.play { line in
      guard failure == nil else { return }
      do throws(Failure) {
        try console.write(line)
        try console.flush()
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return exitCode(of: verdict)
  }

  private static func target(
    _ arguments: ParsedArguments
  ) throws(Failure) -> ConformanceRun.Target {
    switch (arguments.value(of: socket), arguments.value(of: command)) {
    case (let path?, nil): return .socket(path)
    // The shell splits the line into words as people expect, and makes way for the host.
    case (nil, let line?): return .command(["/bin/sh", "-c", "exec \(line)"])
    case (nil, nil): throw .usage("say which host to check, with --socket PATH or --command CMD")
    case (_?, _?): throw .usage("--socket and --command exclude each other; write one of them")
    }
  }

  private static func exitCode(of verdict: ConformanceRun.Verdict) -> ExitCode {
    switch verdict {
    case .passed: .success
    case .failed: .negative
    case .kitFault: .inputOutput
    case .unreachable: .unreachable
    }
  }
}
