/// Searches in one call, on the calling thread.
public enum Matcher {
  /// The best matches of a query.
  ///
  /// An empty query matches every candidate with score 0, in the order of the source.
  ///
  /// - Returns: nil if the search was cancelled.
  public static func search(
    _ snapshot: Snapshot, for query: Query, limit: Int, narrowing: Survivors? = nil,
    keepsSurvivors: Bool = false, cancellation: Cancellation? = nil
  ) -> SearchResult? {
    let search = Search(
      snapshot, for: query, limit: limit, narrowing: narrowing, keepsSurvivors: keepsSurvivors,
      cancellation: cancellation)
    search.run()
    return search.result()
  }
}
