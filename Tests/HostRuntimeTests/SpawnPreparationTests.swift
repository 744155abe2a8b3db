import Glibc
import HostCore
import JSONRPC
import SystemIO
import TestSupport
import Testing

@testable import HostRuntime

/// A plugin's folder with programs in it.
private struct PluginFolder {
  let scratch: Scratch
  let preparation: SpawnPreparation

  init(environment: [String] = ["PATH=/usr/bin:/bin"]) throws {
    scratch = try Scratch()
    preparation = SpawnPreparation(
      environment: ScrubbedEnvironment(environment), home: scratch.path)
  }

  func write(_ name: String, _ text: String, mode: mode_t = 0o700) throws {
    let path = scratch.file(name)
    if let parent = path.parentPath { try Directory.make(parent) }
    let file = try File.openForAppending(path)
    try file.writeAll(Array(text.utf8))
    chmod(path, mode)
  }

  func launch(
    _ command: [String], environment: [String: String] = [:],
    transport: PluginTransport = .stdio
  ) throws -> ProcessLaunch {
    try preparation.launch(
      for: SpawnRequest(
        plugin: "test", command: command, directory: scratch.path, environment: environment,
        framing: .lines, transport: transport))
  }

  /// Why a command can't be started.
  func failure(_ command: [String]) throws -> String {
    do {
      return "started \(try launch(command).path)"
    } catch let failure as SpawnFailure {
      return failure.reason
    }
  }
}

@Suite struct SpawnPreparationTests {
  @Test("FC-105: a command is an argument vector, and its first element is found by rule")
  func found() throws {
    let folder = try PluginFolder()
    let path = folder.scratch.path
    for name in ["p", "-p", "my plug/p q", "bin/ü"] { try folder.write(name, "#!/bin/sh\n") }
    let table: [([String], String)] = [
      (["./p", "--x=a b"], "\(path)/p"), (["\(path)/p"], "\(path)/p"), (["~/p"], "\(path)/p"),
      (["./-p"], "\(path)/-p"), (["my plug/p q"], "\(path)/my plug/p q"),
      (["bin/ü"], "\(path)/bin/ü"), (["sh"], "/usr/bin/sh"),
    ]
    for (command, program) in table {
      let launch = try folder.launch(command)
      #expect(launch.path == program)
      #expect(launch.arguments == command)
      #expect(launch.directory == path)
    }
  }

  @Test("FC-105: a command in one string is told with what was meant") func hints() throws {
    let folder = try PluginFolder()
    try folder.write("my plug/p", "#!/bin/sh\n")
    #expect(
      try folder.failure(["./my plug/p +local"]).hasSuffix(
        #"; did you mean command=["./my plug/p", "+local"]?"#))
    #expect(
      try folder.failure(["sh -c exit", "x"]).hasSuffix(
        #"; did you mean command=["sh", "-c", "exit", "x"]?"#))
  }

  @Test("FC-102: a name that is not found names the folders that were searched")
  func notFound() throws {
    #expect(
      try PluginFolder().failure(["no-such-program"])
        == "'no-such-program' was not found in /usr/bin, /bin")
    #expect(
      try PluginFolder(environment: ["PATH="]).failure(["x"])
        == "'x' was not found in an empty PATH")
  }

  @Test("FC-129: a program is never taken from wherever the host happens to be")
  func relativePath() throws {
    let folder = try PluginFolder(environment: ["PATH=:.:bin:/usr/bin"])
    try folder.write("evil", "#!/bin/sh\n")
    let failure = try folder.failure(["evil"])
    #expect(
      failure
        == "'evil' was not found in /usr/bin (empty and relative elements of PATH are skipped)")
  }

  @Test("FC-097: what keeps a script from starting is told by name") func scripts() throws {
    let folder = try PluginFolder()
    let path = folder.scratch.path
    try folder.write("none", "#!/some/bad/path/to/python3\n")
    try folder.write("crlf", "#!/usr/bin/env node\r\nx\r\n")
    try folder.write("env", "#!/usr/bin/env no-such-node\n")
    try folder.write("plain", "#!/bin/sh\n", mode: 0o600)
    try folder.write("elf", "\u{7f}ELF\u{1}\u{1}\u{1}000000000\u{2}0\u{28}\u{0}..")
    try Directory.make(folder.scratch.file("folder"))
    let asked = "asks for it in its first line)"
    let table = [
      ("none", "interpreter '/some/bad/path/to/python3' does not exist ('\(path)/none' \(asked)"),
      (
        "crlf",
        #"the interpreter '/usr/bin/env node\r' of '\#(path)/crlf' ends in a carriage return"#
          + ": save the file with LF line ends"
      ),
      (
        "env",
        "interpreter 'no-such-node' was not found in /usr/bin, /bin ('\(path)/env' \(asked)"
      ),
      ("plain", "'\(path)/plain' is not executable (chmod +x \(path)/plain)"),
      ("absent", "'\(path)/absent' does not exist"),
      ("folder", "'\(path)/folder' is a folder"),
    ]
    for (name, reason) in table { #expect(try folder.failure(["./\(name)"]) == reason) }
    #expect(try folder.failure(["./elf"]).contains("is a program for ARM, 32 bits, little endian"))
  }

  @Test(arguments: [([], "the command is empty"), ([""], "the command is empty")])
  func aCommandThatNamesNothingIsRefused(command: [String], reason: String) throws {
    #expect(try PluginFolder().failure(command) == reason)
  }

  @Test func aTextThatWouldBeCutShortIsRefused() throws {
    #expect(
      try PluginFolder().failure(["sh", "a\0b"])
        == #"the command's element 'a\u0000b' contains a NUL character"#)
  }

  @Test("FC-129: a program that others can write is not started") func trust() throws {
    let folder = try PluginFolder()
    try folder.write("open", "#!/bin/sh\n", mode: 0o777)
    try folder.write("shared/p", "#!/bin/sh\n")
    chmod(folder.scratch.file("shared"), 0o777)
    symlink("/usr/bin/env", folder.scratch.file("link"))
    #expect(
      try folder.failure(["./open"]).hasSuffix("/open' can be written by anybody"))
    #expect(
      try folder.failure(["shared/p"]).hasSuffix("/shared' can be written by anybody"))
    #expect(try folder.failure(["./link"]).contains("leads out of its folder, to '/usr/bin/env'"))
    chmod(folder.scratch.file("shared"), 0o1777)
    #expect(try folder.failure(["shared/p"]).hasPrefix("started"))
  }

  @Test func theUsersOwnGroupMayWrite() throws {
    let scratch = try Scratch()
    chmod(scratch.path, 0o770)
    let group = CurrentProcess.group
    #expect(PathTrust(group: group).objection(to: scratch.path) == nil)
    let objection = PathTrust(group: group + 1).objection(to: scratch.path)
    #expect(objection == "'\(scratch.path)' can be written by the group \(group)")
  }

  @Test func whatBelongsToSomebodyElseIsNotTrusted() throws {
    let scratch = try Scratch()
    let me = CurrentProcess.user
    // To another user this folder is a stranger's, unless it is root's.
    let objection = PathTrust(user: me + 1).objection(to: scratch.path)
    #expect((objection == nil) == (me == 0))
    if me == 0 {
      chown(scratch.path, 12345, CurrentProcess.group)
      let objection = PathTrust().objection(to: scratch.path)
      #expect(objection == "'\(scratch.path)' belongs to another user (12345)")
    }
  }

  @Test("FC-130: a plugin gets the scrubbed environment and what its manifest adds")
  func environment() throws {
    let folder = try PluginFolder(
      environment: ["PATH=/usr/bin", "SECRET_TOKEN=x", "LANG=de_DE.UTF-8", "LD_PRELOAD=x"])
    let added = ["MODE": "fast", "LD_PRELOAD": "y", "PATH": "/bin", "A=B": "c", "N": "a\0b"]
    let launch = try folder.launch(["sh"], environment: added, transport: .descriptor)
    #expect(
      launch.environment == [
        "JACKFIELD_FD=3", "JACKFIELD_PLUGIN=test", "LANG=de_DE.UTF-8", "MODE=fast", "PATH=/bin",
      ])
    // The manifest's PATH is the one that counts.
    #expect(launch.path == "/bin/sh")
  }
}
