/// A scenario that can't be read or played: the kit's own fault, never the host's.
struct ScenarioFault: Error, Equatable {
  /// One sentence for people.
  let reason: String

  /// Creates a fault.
  init(_ reason: String) { self.reason = reason }
}
