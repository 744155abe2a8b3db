internal import Synchronization

/// Tells a search that nobody wants its result any more; the search notices within a millisecond.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Creates one that is not cancelled.
  public init() {}

  /// Cancels, from any thread, any number of times.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether it was cancelled.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
