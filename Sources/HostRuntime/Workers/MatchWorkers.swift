import HostCore
import Matching
import Synchronization
import SystemIO

/// The threads that search large snapshots beside the loop; started at the first search.
///
/// What they share is behind `Mutex`es or immutable. Results are collected, and a counter makes the
/// loop look.
final class MatchWorkers: Sendable {
  /// A search that is done.
  struct Result: Sendable {
    let id: MatchJob.ID
    /// nil where it was cancelled.
    let found: SearchResult?
  }

  /// A search that threads carry out together.
  private final class Work: Sendable {
    let id: MatchJob.ID
    let search: Search
    /// Threads that have yet to return from it.
    let remaining: Mutex<Int>

    init(id: MatchJob.ID, search: Search, threads: Int) {
      self.id = id
      self.search = search
      remaining = Mutex(threads)
    }
  }

  private struct State {
    /// One entry for each thread that is to take part.
    var queue: [Work] = []
    var cancellations: [MatchJob.ID: Cancellation] = [:]
    var results: [Result] = []
    var threadCount = 0
  }

  private let state = Mutex(State())
  /// Raised by one for each entry of the queue.
  private let work: EventCounter
  /// Raised when there are results.
  private let done: EventCounter
  private let threadLimit = min(8, Thread.processorCount)

  /// Stack of a thread: a search keeps its tables on the heap, so that this is ample.
  private static let stackSize = 512 << 10

  init() throws(SystemError) {
    work = try EventCounter(nonBlocking: false, oneByOne: true)
    done = try EventCounter(nonBlocking: true, oneByOne: false)
  }

  /// Becomes readable when there are results.
  var number: Int32 { done.number }

  /// Queues a search.
  func begin(_ job: MatchJob) throws(SystemError) {
    let cancellation = Cancellation()
    let search = Search(
      job.snapshot, for: job.query, limit: job.limit, narrowing: job.narrowing,
      keepsSurvivors: job.keepsSurvivors, cancellation: cancellation)
    let threads = max(1, min(threadLimit, search.parallelism))
    let entry = Work(id: job.id, search: search, threads: threads)
    try startThreads()
    state.withLock {
      $0.cancellations[job.id] = cancellation
      for _ in 0..<threads { $0.queue.append(entry) }
    }
    work.raise(by: UInt64(threads))
  }

  /// Ends a search early; its result does not come.
  func cancel(_ id: MatchJob.ID) {
    state.withLock { $0.cancellations[id]?.cancel() }
  }

  /// The searches that were done since the last look.
  func takeResults() -> [Result] {
    _ = done.take()
    return state.withLock {
      let results = $0.results
      $0.results = []
      return results
    }
  }

  private func startThreads() throws(SystemError) {
    let missing = state.withLock {
      let missing = threadLimit - $0.threadCount
      $0.threadCount = threadLimit
      return missing
    }
    for _ in 0..<missing {
      try Thread.start(stackSize: Self.stackSize) { [self] in serve() }
    }
  }

  /// Takes part in one search after another, as long as the process lives.
  private func serve() {
    while true {
      _ = work.take()
      guard let entry = state.withLock({ $0.queue.isEmpty ? nil : $0.queue.removeFirst() }) else {
        continue
      }
      entry.search.run()
      let isLast = entry.remaining.withLock {
        $0 -= 1
        return $0 == 0
      }
      guard isLast else { continue }
      let result = Result(id: entry.id, found: entry.search.result())
      state.withLock {
        $0.cancellations[entry.id] = nil
        $0.results.append(result)
      }
      done.raise()
    }
  }
}
