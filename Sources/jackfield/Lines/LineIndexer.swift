import SystemIO
import Synchronization

/// Indexes blocks of lines on all processors while the next ones are read.
final class LineIndexer: Sendable {
  private struct State {
    /// Blocks that nobody has begun, with their places in the text.
    var waiting: [(number: Int, lines: [UInt8])] = []
    var done: [Int: LineBlock] = [:]
    var count = 0
    var isComplete = false
  }

  private let state = Mutex(State())
  /// Raised by one for each block, and once for each thread at the end.
  private let work: EventCounter
  /// Threads beside the caller's.
  let others: Int

  /// Prepares to index with so many threads beside the caller's.
  init(others: Int) throws(SystemError) {
    work = try EventCounter(nonBlocking: false, oneByOne: true)
    self.others = others
  }

  /// Adds whole lines.
  func add(_ lines: [UInt8]) {
    guard !lines.isEmpty else { return }
    state.withLock {
      $0.waiting.append(($0.count, lines))
      $0.count += 1
    }
    if others > 0 { work.raise() }
  }

  /// Indexes one block after the other until all are done; what each other thread does.
  func serve() {
    while true {
      _ = work.take()
      if !indexNext(), state.withLock({ $0.isComplete }) { return }
    }
  }

  /// Tells the other threads that all lines were added, and helps with what is left.
  func finish() {
    state.withLock { $0.isComplete = true }
    if others > 0 { work.raise(by: UInt64(others)) }
    while indexNext() {}
  }

  /// All blocks, in order, once no thread works any more.
  func takeBlocks() -> [LineBlock] {
    state.withLock { state in
      (0..<state.count).compactMap { state.done.removeValue(forKey: $0) }
    }
  }

  /// Indexes a block that nobody has begun; returns whether there was one.
  private func indexNext() -> Bool {
    let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    guard let (number, lines) = next else { return false }
    let block = lines.withUnsafeBytes { LineBlock($0) }
    state.withLock { $0.done[number] = block }
    return true
  }
}
