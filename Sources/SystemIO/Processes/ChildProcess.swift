import CLinux
import Glibc

/// Children of this process, by id; an id is certain only until its process has been reaped.
public enum ChildProcess {
  /// How a child ended.
  public struct Exit: Equatable, Sendable {
    /// The child.
    public let process: Int32
    /// Whether a signal ended it.
    public let bySignal: Bool
    /// The signal's number, or the exit code.
    public let status: Int32
  }

  /// Takes the exit of a child that ended and forgets it (`waitid` WNOHANG).
  ///
  /// - Parameter process: The child; nil for any.
  /// - Returns: nil when none has ended, or when there is no such child.
  public static func reap(_ process: Int32? = nil) -> Exit? {
    wait(process, keep: false, wait: false)
  }

  /// Looks at the exit of a child that ended and leaves it to be reaped (`waitid` WNOWAIT).
  public static func peek(_ process: Int32? = nil) -> Exit? {
    wait(process, keep: true, wait: false)
  }

  /// Waits until a child ends and forgets it (`waitid`).
  ///
  /// - Parameter process: The child; nil for any.
  /// - Returns: nil when there is no such child.
  public static func awaitExit(of process: Int32? = nil) -> Exit? {
    wait(process, keep: false, wait: true)
  }

  /// Whether `process` is a child of this process that has not been reaped.
  public static func isChild(_ process: Int32) -> Bool {
    var result = clinux_exit()
    return process > 0 && clinux_wait(process, true, false, &result) >= 0
  }

  /// Whether this process has any child that has not been reaped.
  public static var hasChildren: Bool {
    var result = clinux_exit()
    return clinux_wait(0, true, false, &result) >= 0
  }

  /// Sends a signal to the group that the child leads (`kill`). Only for a child that has not been
  /// reaped: its id can't be anybody else's until then. Nothing happens for ids that mean more than
  /// one group.
  public static func signalGroup(ledBy process: Int32, _ signal: Signal) {
    guard process > 1 else { return }
    // ESRCH (an empty group) and EPERM (it changed its user) leave nothing to be done.
    kill(-process, signal.rawValue)
  }

  /// Sends a signal to one child that has not been reaped (`kill`).
  public static func signal(_ process: Int32, _ signal: Signal) {
    guard process > 1 else { return }
    kill(process, signal.rawValue)
  }

  /// Makes orphans below this process its children (`prctl` PR_SET_CHILD_SUBREAPER).
  public static func adoptOrphans() throws(SystemError) {
    try checked("prctl", clinux_become_subreaper())
  }

  private static func wait(_ process: Int32?, keep: Bool, wait: Bool) -> Exit? {
    // 0 would mean any child to the C side, and negative ids are groups.
    if let process, process <= 0 { return nil }
    var result = clinux_exit()
    guard clinux_wait(process ?? 0, keep, wait, &result) == 1 else { return nil }
    return Exit(process: result.process, bySignal: result.by_signal, status: result.status)
  }
}
