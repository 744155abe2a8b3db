/// What ends a check early.
enum Interruption: Error {
  /// The host is wrong.
  case failure(Failure)
  /// The scenario is wrong.
  case fault(ScenarioFault)

  /// Calls what finds faults of the host.
  static func orFailure<Result>(
    _ body: () throws(Failure) -> Result
  ) throws(Interruption) -> Result {
    do {
      return try body()
    } catch {
      throw .failure(error)
    }
  }
}
