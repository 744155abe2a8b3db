import Glibc

/// The processes below this one, as `/proc` tells them.
public enum ProcessTree {
  /// A child of this process, perhaps a zombie.
  private struct Child {
    let process: Int32
    let group: Int32
  }

  /// The children of this process, zombies included.
  ///
  /// All of `/proc` is read (`/proc/self/task/*/children` needs a kernel option and may miss some).
  public static func children() -> [Int32] {
    readChildren().map(\.process)
  }

  /// Kills everything below this process and reaps it, and goes on until nothing is left: whoever
  /// loses its parent becomes a child of this process, if it is a subreaper.
  ///
  /// A process that can't be killed now (in an uninterruptible system call) is waited for.
  public static func killAll() {
    while ChildProcess.hasChildren {
      killAll(except: nil)
      // All that have ended, before /proc is read again: there may be tens of thousands.
      var count = 0
      while ChildProcess.reap() != nil { count += 1 }
      if count == 0 { _ = ChildProcess.awaitExit() }
    }
  }

  /// Kills everything below this process but `spared`, as `killAll` does, and waits for nothing.
  ///
  /// - Returns: Whether there was anything to kill.
  @discardableResult
  public static func killAll(except spared: Int32?) -> Bool {
    let doomed = readChildren().filter { $0.process != spared }
    // A group dies at once, also one that forks all the time. It has a member that this process has
    // not reaped, so that its id is certain.
    let own = getpgrp()
    for group in Set(doomed.map(\.group)) where group != own {
      ChildProcess.signalGroup(ledBy: group, .kill)
    }
    for child in doomed { ChildProcess.signal(child.process, .kill) }
    return !doomed.isEmpty
  }

  private static func readChildren() -> [Child] {
    let me = getpid()
    return processes().compactMap { process in
      guard let (parent, group) = relations(of: process), parent == me else { return nil }
      return Child(process: process, group: group)
    }
  }

  private static func processes() -> [Int32] {
    do {
      return try Directory.names(in: "/proc").compactMap { Int32($0) }
    } catch {
      // Without /proc nothing can be told about processes that were not started from here.
      return []
    }
  }

  /// The parent's and the group's id: the second and third word behind the last `)` of
  /// `/proc/PID/stat`, since a program's name may contain anything.
  private static func relations(of process: Int32) -> (parent: Int32, group: Int32)? {
    let text: [UInt8]
    do {
      text = try File.readStart(of: "/proc/\(process)/stat", count: File.procLimit)
    } catch {
      // It has been reaped since its name was read.
      return nil
    }
    guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = text[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard words.count > 2, let parent = number(words[1]), let group = number(words[2]) else {
      return nil
    }
    return (parent, group)
  }

  private static func number(_ word: ArraySlice<UInt8>) -> Int32? {
    Int32(String(decoding: word, as: UTF8.self))
  }
}
