/// What a search found.
public struct SearchResult: Sendable {
  /// The best matches, best first, at most as many as asked for.
  public let matches: [Match]
  /// How many candidates match in all.
  public let total: Int
  /// All that match, for the next letter of the query; nil if not asked for.
  public let survivors: Survivors?

  /// Creates a result.
  public init(matches: [Match], total: Int, survivors: Survivors? = nil) {
    self.matches = matches
    self.total = total
    self.survivors = survivors
  }
}
