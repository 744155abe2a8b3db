/// What the program tells its caller; scripts rely on these numbers, so they never change.
struct ExitCode: Equatable, Sendable {
  /// The number.
  let value: Int32

  /// Done.
  static let success = ExitCode(value: 0)
  /// The answer is an error, or nothing matched (as grep tells it).
  static let negative = ExitCode(value: 1)
  /// The command line makes no sense.
  static let usage = ExitCode(value: 2)
  /// No host could be reached, or it went away.
  static let unreachable = ExitCode(value: 3)
  /// The time was over before the answer came.
  static let deadline = ExitCode(value: 4)
  /// Input could not be read or output could not be written.
  static let inputOutput = ExitCode(value: 5)
  /// Interrupted by the user: 128 and the number of SIGINT, as shells count.
  static let interrupted = ExitCode(value: 130)
  /// Nobody reads the output any more: 128 and the number of SIGPIPE, as shells count.
  static let brokenPipe = ExitCode(value: 141)

  /// The codes with their meaning, for the help.
  static let documented: [(code: ExitCode, meaning: String)] = [
    (.success, "Done."),
    (.negative, "The answer is an error, or nothing matched, or a check failed."),
    (.usage, "The command line can't be understood."),
    (.unreachable, "No host could be reached or started, or it went away."),
    (.deadline, "The time was over before the answer came."),
    (.inputOutput, "Input could not be read, or output could not be written."),
    (.interrupted, "Interrupted."),
    (.brokenPipe, "Nobody reads the output any more."),
  ]
}
