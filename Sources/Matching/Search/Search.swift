internal import Synchronization

/// A search that any number of threads carry out together.
///
/// Each thread calls `run()` once and works until nothing is left; when all calls have returned,
/// `result()` has the answer, which is the same for any number of threads.
public final class Search: Sendable {
  private let snapshot: Snapshot
  private let query: Query
  private let limit: Int
  private let narrowing: Survivors?
  private let keepsSurvivors: Bool
  private let cancellation: Cancellation?
  private let units: [SearchUnit]
  private let nextUnit = Atomic<Int>(0)
  /// The highest score that is known to be among the best no more; ties may still be.
  private let threshold = Atomic<Int>(-1)
  private let found: Mutex<Found>

  /// What the threads have found so far.
  struct Found {
    var top: TopMatches
    var total = 0
    var finishedUnits = 0
    var survivors: [[UInt64]]
  }

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - snapshot: what to search in.
  ///   - query: what to search for.
  ///   - limit: at most so many matches; with 0, only the total is found.
  ///   - narrowing: what survived an earlier query; used if it saves work, see `Survivors`.
  ///   - keepsSurvivors: whether the result is to have survivors for the next query.
  ///   - cancellation: ends the search early; `result()` is nil then.
  public init(
    _ snapshot: Snapshot, for query: Query, limit: Int, narrowing: Survivors? = nil,
    keepsSurvivors: Bool = false, cancellation: Cancellation? = nil
  ) {
    self.snapshot = snapshot
    self.query = query
    self.limit = max(0, limit)
    self.narrowing = narrowing.flatMap { query.narrows($0.query) ? $0 : nil }
    self.keepsSurvivors = keepsSurvivors
    self.cancellation = cancellation
    units = SearchUnit.all(of: snapshot)
    let survivors =
      keepsSurvivors
      ? snapshot.parts.map { [UInt64](repeating: 0, count: ($0.segment.count + 63) / 64) } : []
    found = Mutex(Found(top: TopMatches(limit: self.limit), survivors: survivors))
  }

  /// How many threads can have something to do.
  public var parallelism: Int { query.isEmpty ? 1 : units.count }

  /// Works until nothing is left; called once by each thread.
  public func run() {
    if query.isEmpty { return }
    var worker = SearchWorker(
      snapshot, for: query, limit: limit, narrowing: narrowing, keepsSurvivors: keepsSurvivors,
      cancellation: cancellation)
    while cancellation?.isCancelled != true {
      let index = nextUnit.add(1, ordering: .relaxed).oldValue
      guard index < units.count else { break }
      worker.search(units[index], floor: threshold.load(ordering: .relaxed))
      threshold.max(worker.thresholdScore, ordering: .relaxed)
    }
    found.withLock { worker.merge(into: &$0) }
  }

  /// The answer, once all calls of `run()` have returned; nil if it was cancelled before the end.
  public func result() -> SearchResult? {
    if query.isEmpty { return cancellation?.isCancelled == true ? nil : everything() }
    return found.withLock { found in
      guard found.finishedUnits == units.count else { return nil }
      return SearchResult(
        matches: found.top.sorted(), total: found.total, survivors: survivors(found.survivors))
    }
  }

  /// What an empty query finds: all, in the order of the source.
  private func everything() -> SearchResult {
    let best = snapshot.candidates.prefix(limit).map { Match(candidate: $0, score: 0) }
    let all = snapshot.parts.map { part in
      part.alive?.words ?? BitSet(filled: part.segment.count).words
    }
    return SearchResult(matches: Array(best), total: snapshot.count, survivors: survivors(all))
  }

  private func survivors(_ words: [[UInt64]]) -> Survivors? {
    guard keepsSurvivors else { return nil }
    let segments = zip(snapshot.parts, words).map { part, words in
      (segment: part.segment, places: BitSet(words: words, count: part.segment.count))
    }
    return Survivors(query: query, segments: segments)
  }
}
