import JackfieldPlugin
import SystemIO

/// Looks after a test that may wait for ever.
@PluginActor
final class TestWatch {
  /// Whether the time was over before the test was.
  private(set) var isOver = false

  private let deadline: UInt64
  private let token = PluginThread.shared.makeToken()

  init(_ patience: Duration) {
    deadline = Clock.monotonic + UInt64(max(.zero, patience) / .nanoseconds(1))
  }

  /// Waits for the end of the test, and does `work` where that does not come in time.
  func run(_ work: @PluginActor () -> Void) async {
    _ = await PluginThread.shared.wait(under: token, for: ThreadWait.Interest(deadline: deadline))
    guard Clock.monotonic >= deadline else { return }
    isOver = true
    work()
  }

  /// The test has ended.
  func end() { PluginThread.shared.nudge(token) }
}
