import CLinux
import Glibc

/// This process: its environment, user, limits and standard streams.
public enum CurrentProcess {
  /// This process' id (`getpid`).
  public static var id: Int32 { getpid() }
  /// The user that it acts for (`geteuid`).
  public static var user: UInt32 { geteuid() }
  /// That user's group (`getegid`).
  public static var group: UInt32 { getegid() }

  /// The path that starts this very program once more, also when its file has been replaced since.
  public static let executable = "/proc/self/exe"

  /// The environment as `NAME=value`, in order (`environ`).
  public static var environment: [String] {
    var strings: [String] = []
    guard var pointer = clinux_environment() else { return [] }
    while let string = pointer.pointee {
      strings.append(String(cString: string))
      pointer += 1
    }
    return strings
  }

  /// A variable's value; nil where it is unset or empty, which mean the same to the XDG rules
  /// (`getenv`).
  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Takes a variable out, so that nobody started from here inherits it (`unsetenv`).
  public static func removeVariable(_ name: String) {
    unsetenv(name)
  }

  /// The user's home folder: `HOME`, else what the user database says; nil where neither knows
  /// (`getpwuid_r`).
  public static var home: String? {
    if let home = variable("HOME"), home.hasPrefix("/") { return home }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1024) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      getpwuid_r(geteuid(), &entry, base, buffer.count, &found)
      guard found != nil, let directory = entry.pw_dir else { return nil }
      return String(cString: directory)
    }
  }

  /// Opens `/dev/null` for each of the descriptors 0 to 2 that is closed, so that no socket or pipe
  /// gets such a number and a stray print can't corrupt it. To be called before anything is opened.
  public static func fillStandardDescriptors() throws(SystemError) {
    while true {
      let number = try retrying("open", of: "/dev/null") { open("/dev/null", O_RDWR) }
      guard number > 2 else { continue }
      close(number)
      return
    }
  }

  /// Replaces a standard stream by `/dev/null` (`dup2`); whoever waits for its end sees it.
  public static func silence(_ number: Int32) throws(SystemError) {
    let null = try retrying("open", of: "/dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) }
    defer { close(null) }
    try checked("dup2", dup2(null, number))
  }

  /// Sets the soft limit on open descriptors, at most to the hard one (`setrlimit` RLIMIT_NOFILE).
  ///
  /// - Returns: The limit before; nil when it can't be changed.
  @discardableResult
  public static func limitOpenFiles(to limit: UInt64) -> Int? {
    let before = clinux_limit_open_files(limit)
    return before < 0 ? nil : Int(before)
  }

  /// Goes on in a child whose parent leaves at once, so that nobody has to wait for this process
  /// (`fork`). To be called before the first thread is started.
  public static func detach() throws(SystemError) {
    guard try checked("fork", clinux_fork()) > 0 else { return }
    _exit(0)
  }

  /// Leaves at once with `code`; nothing that was buffered is written (`_exit`).
  public static func leave(code: Int32) -> Never {
    _exit(code)
  }

  /// Makes `directory` the working directory (`chdir`).
  public static func changeDirectory(to directory: String) throws(SystemError) {
    try checked("chdir", of: directory, chdir(directory))
  }

  /// The working directory (`getcwd`); nil where it was removed.
  public static var directory: String? {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
