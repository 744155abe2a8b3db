import SystemIO
import Testing

/// A room for a host, its plugins and their data, so that the user's own stay untouched.
///
/// The built command runs in it, as people run it. Whatever host is left at the end is stopped.
final class Room {
  /// The room's folder.
  let path: String
  /// The built command.
  let command: String

  init() throws {
    // The clock makes the name its own among the rooms of this process.
    path = "/tmp/jackfield-room-\(CurrentProcess.id)-\(Clock.monotonic)"
    let tests = try File.realPath(of: CurrentProcess.executable)
    command = try #require(tests.parentPath) + "/jackfield"
    try Directory.make(path + "/run")
  }

  deinit {
    do {
      try run("stop", "--timeout", "10")
      let removal = try RunningProcess("/bin/rm", ["-rf", path], environment: [])
      #expect(removal.finish().code == 0)
    } catch {
      Issue.record("the room could not be left: \(error)")
    }
  }

  /// A room with a host that knows the fixture plugin `scripted`.
  static func withPlugin() throws -> Room {
    let room = try Room()
    let folder = try room.scriptedPlugins()
    #expect(try room.run("plugins", "--plugins", folder).code == 0)
    return room
  }

  /// The socket of the room's host.
  var socket: String { file("run/jackfield/host.sock") }

  /// The path of something in the room.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The environment of what runs in the room.
  var environment: [String] {
    [
      "PATH=\(command.parentPath ?? ""):/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
      "HOME=\(path)", "TERM=xterm", "XDG_RUNTIME_DIR=\(file("run"))",
      "XDG_DATA_HOME=\(file("data"))", "XDG_CONFIG_HOME=\(file("config"))",
      "XDG_CACHE_HOME=\(file("cache"))", "XDG_STATE_HOME=\(file("state"))",
    ]
  }

  /// Starts the command and goes on.
  func start(_ arguments: String..., input: String = "") throws -> RunningProcess {
    try RunningProcess(command, arguments, input: Array(input.utf8), environment: environment)
  }

  /// Runs the command to its end.
  @discardableResult
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try RunningProcess(command, arguments, input: Array(input.utf8), environment: environment)
      .finish()
  }

  /// Runs a line of shell, in which `jackfield` is the command, to its end.
  @discardableResult
  func shell(_ line: String, input: [UInt8] = []) throws -> Outcome {
    try RunningProcess("/bin/sh", ["-c", line], input: input, environment: environment).finish()
  }

  /// Runs a line of shell on a terminal, and returns what the terminal got.
  func terminal(_ line: String) throws -> Outcome {
    var outcome = try RunningProcess(
      "/usr/bin/script", ["-qec", line, "/dev/null"], environment: environment
    ).finish()
    outcome.bytes.removeAll { $0 == 0x0D }
    return outcome
  }

  /// Runs a line of shell on a terminal on which a person types, and returns what the terminal got.
  func terminal(_ line: String, typing keys: String) throws -> Outcome {
    var outcome = try RunningProcess(
      "/usr/bin/env", ["python3", "-c", Self.typist, line, keys], environment: environment
    ).finish()
    outcome.bytes.removeAll { $0 == 0x0D }
    return outcome
  }

  /// A terminal with a person; script(1) hangs when its own input ends early.
  private static let typist = """
    import os, pty, sys
    process, terminal = pty.fork()
    if process == 0:
        os.execvp("sh", ["sh", "-c", sys.argv[1]])
    os.write(terminal, sys.argv[2].encode())
    shown = b""
    try:
        while piece := os.read(terminal, 4096):
            shown += piece
    except OSError:
        pass  # the last process has closed the terminal
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    """

  /// Puts the fixture plugin `scripted` into the room, and returns the folder for `--plugins`.
  func scriptedPlugins() throws -> String { try plugins("Tests/Fixtures/plugins/scripted") }

  /// Puts plugins of the repository into the room, and returns the folder for `--plugins`.
  func plugins(_ names: String...) throws -> String {
    let root = try #require("\(#filePath)".parentPath?.parentPath?.parentPath?.parentPath)
    let folder = file("plugins")
    try Directory.make(folder)
    let copy = try RunningProcess(
      "/bin/cp", ["-R"] + names.map { "\(root)/\($0)" } + [folder], environment: [])
    #expect(copy.finish().code == 0)
    return folder
  }
}
