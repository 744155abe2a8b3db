/// The actor that a plugin lives on: everything that belongs to it runs in one thread, in turn.
///
/// Types that conform to `Plugin`, and what is marked `@PluginActor`, may share state without locks:
/// nothing else runs between two suspensions (`await`). A handler that computes or blocks for long
/// holds up all others; such work belongs into a `@concurrent` function. The main actor does not run
/// while a plugin does: its thread waits for the plugin's end.
///
/// The actor's executor is not the standard library's pool: handlers must begin in the order in which
/// their messages came, and a pool of threads does not keep an order.
@globalActor
public actor PluginActor {
  /// The only one.
  public static let shared = PluginActor()

  /// The plugin's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    PluginThread.shared.asUnownedSerialExecutor()
  }
}
