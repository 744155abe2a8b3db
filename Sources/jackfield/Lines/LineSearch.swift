import Matching
import SystemIO

/// A search in lines with all processors.
struct LineSearch {
  private let search: Search

  /// Prepares to find the `limit` best lines for `query`.
  init(for query: Query, in index: LineIndex, limit: Int) {
    search = Search(index.snapshot, for: query, limit: min(limit, index.snapshot.count))
  }

  /// The matches, best first.
  func matches() -> [Match] {
    let others = min(search.parallelism, Thread.processorCount) - 1
    if others > 0 {
      run(with: others)
    } else {
      search.run()
    }
    return search.result()?.matches ?? []
  }

  /// Runs the search in this thread and `count` others; what the machine refuses costs only time.
  private func run(with count: Int) {
    let search = search
    let helpers: Helpers
    do {
      helpers = try Helpers { search.run() }
    } catch {
      return search.run()
    }
    var started = 0
    for _ in 0..<count where helpers.start() { started += 1 }
    search.run()
    helpers.wait(for: started)
  }
}
