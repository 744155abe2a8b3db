import JackfieldPlugin
public import SystemIO

/// The process of a plugin under test.
@PluginActor
public final class TestProcess {
  /// How it ended, once it was waited for.
  public private(set) var exit: ChildProcess.Exit?

  private let id: Int32
  private let descriptor: ProcessDescriptor
  private let token = PluginThread.shared.makeToken()

  /// Starts a program; `descriptors` become its standard streams.
  init(_ launch: ProcessLaunch, descriptors: [Int32]) throws(SystemError) {
    id = try launch.start(descriptors: descriptors)
    do {
      descriptor = try ProcessDescriptor(of: id)
    } catch {
      ChildProcess.signal(id, .kill)
      throw error
    }
  }

  /// Kills it, as `kill -9` does; nothing happens once it has ended.
  public func kill() {
    do {
      try descriptor.signal(.kill)
    } catch {
      // ESRCH: it has ended.
    }
  }

  /// Waits for its end, and kills it where that takes more than ten seconds.
  func finish() async {
    let deadline = Clock.monotonic + Self.patience
    _ = await PluginThread.shared.wait(
      under: token, for: ThreadWait.Interest(input: descriptor.number, deadline: deadline))
    kill()
    exit = ChildProcess.awaitExit(of: id)
  }

  /// 10 s: a plugin is to leave within one, and a machine that builds may be slow.
  private static let patience: UInt64 = 10_000_000_000
}
