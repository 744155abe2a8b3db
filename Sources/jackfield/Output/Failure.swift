/// Why a command ends without having done its work.
struct Failure: Error, Equatable {
  /// What the caller is told.
  let code: ExitCode
  /// One sentence for people without its full stop: the cause, and what to do now. Empty where the
  /// exit code says enough.
  let message: String

  /// Creates a failure that ends the program with `code`.
  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A command line that can't be understood.
  static func usage(_ message: String) -> Failure { Failure(.usage, message) }
}
