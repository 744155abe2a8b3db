import Glibc

/// The processes below this one, as `/proc` tells them.
public enum ProcessTree {
  /// The children of this process, zombies included.
  ///
  /// All of `/proc` is read (`/proc/self/task/*/children` needs a kernel option and may miss some).
  public static func children() -> [Int32] {
    let me = getpid()
    return processes().filter { parent(of: $0) == me }
  }

  /// Kills everything below this process and reaps it, and goes on until nothing is left: whoever
  /// loses its parent becomes a child of this process, if it is a subreaper.
  ///
  /// A process that can't be killed now (in an uninterruptible system call) is waited for.
  public static func killAll() {
    repeat {
      for child in children() { ChildProcess.signal(child, .kill) }
    } while ChildProcess.awaitExit() != nil
  }

  /// Kills everything below this process but `spared`, as `killAll` does, and waits for nothing.
  ///
  /// - Returns: Whether there was anything to kill.
  @discardableResult
  public static func killAll(except spared: Int32?) -> Bool {
    let doomed = children().filter { $0 != spared }
    for child in doomed {
      ChildProcess.signalGroup(ledBy: child, .kill)
      ChildProcess.signal(child, .kill)
    }
    return !doomed.isEmpty
  }

  private static func processes() -> [Int32] {
    do {
      return try Directory.names(in: "/proc").compactMap { Int32($0) }
    } catch {
      // Without /proc nothing can be told about processes that were not started from here.
      return []
    }
  }

  /// The parent's id: the second word behind the last `)` of `/proc/PID/stat`, since a program's
  /// name may contain anything.
  private static func parent(of process: Int32) -> Int32? {
    let text: [UInt8]
    do {
      text = try File.read("/proc/\(process)/stat", limit: File.procLimit)
    } catch {
      // It has been reaped since its name was read.
      return nil
    }
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = text[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1 else { return nil }
    return Int32(String(decoding: words[1], as: UTF8.self))
  }
}
