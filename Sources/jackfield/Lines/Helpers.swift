import SystemIO

/// Threads that do one thing together and are waited for.
final class Helpers: Sendable {
  private let finished: EventCounter
  private let work: @Sendable () -> Void

  /// Bytes of a thread's stack: what the work needs much of, it allocates.
  private static let stackSize = 512 * 1024

  /// Prepares threads that do `work`.
  init(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
    finished = try EventCounter(nonBlocking: false, oneByOne: true)
    self.work = work
  }

  /// Starts one more thread; returns whether the machine allows it.
  func start() -> Bool {
    do {
      try Thread.start(stackSize: Self.stackSize) { [self] in
        work()
        finished.raise()
      }
      return true
    } catch {
      return false
    }
  }

  /// Waits until `count` threads have done their work.
  func wait(for count: Int) {
    for _ in 0..<count { _ = finished.take() }
  }
}
