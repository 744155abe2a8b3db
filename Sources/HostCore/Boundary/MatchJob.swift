public import Matching

/// A search for the shell's worker threads.
public struct MatchJob: Sendable {
  /// The number of a search; never used twice.
  public struct ID: Hashable, Sendable {
    /// The number.
    public let number: UInt64

    /// Creates the id of search `number`.
    public init(_ number: UInt64) { self.number = number }
  }

  /// Which search it is.
  public let id: ID
  /// What to search in: immutable.
  public let snapshot: Snapshot
  /// What to search for.
  public let query: Query
  /// At most so many matches.
  public let limit: Int
  /// What an earlier text's search found; it is used where that saves work.
  public let narrowing: Survivors?
  /// Whether the result is to have survivors, for the next text's search.
  public let keepsSurvivors: Bool

  /// Creates a job.
  public init(
    id: ID, snapshot: Snapshot, query: Query, limit: Int, narrowing: Survivors? = nil,
    keepsSurvivors: Bool = false
  ) {
    self.id = id
    self.snapshot = snapshot
    self.query = query
    self.limit = limit
    self.narrowing = narrowing
    self.keepsSurvivors = keepsSurvivors
  }
}
