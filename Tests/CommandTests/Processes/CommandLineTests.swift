import SystemIO
import Testing

@testable import jackfield

/// The command as a process, without a host.
@Suite struct CommandLineTests {
  @Test("the version is that of the product, of the build and of the protocol") func version()
    throws
  {
    let room = try Room()
    let outcome = try room.run("--version")
    #expect(
      outcome.output
        == "jackfield \(ProductVersion.number)\nbuild \(try build(of: room))\nprotocol 1\n")
    #expect(outcome.code == 0)
  }

  private func build(of room: Room) throws -> String { try #require(BuildID.of(room.command)) }

  @Test("help is printed without arguments, by an option and by a command") func help() throws {
    let room = try Room()
    let program = HelpText.program(commands: Command.all)
    for arguments in ["", "--help", "-h", "help"] {
      let outcome = try room.shell("jackfield \(arguments)")
      #expect(outcome.output == program)
      #expect(outcome.code == 0)
    }
    let call = HelpText.command(CallCommand.command)
    for arguments in ["call --help", "call x -h", "help call"] {
      #expect(try room.shell("jackfield \(arguments)").output == call)
    }
    #expect(try room.shell("jackfield plugin --help").output == room.run("help", "plugin").output)
  }

  @Test(
    "what is wrong with a command line is told in one sentence, and the exit code is 2",
    arguments: [
      ("stauts", "jackfield: there is no command 'stauts'; did you mean 'status'?\n"),
      (
        "status x",
        "jackfield status: 'x' is one argument too many; write 'jackfield status [OPTIONS]'.\n"
      ),
      (
        "call",
        "jackfield call: METHOD is missing; write 'jackfield call [OPTIONS] METHOD [PARAMS]'.\n"
      ),
      (
        "call x '{\"a\"}'",
        "jackfield call: PARAMS is not JSON: line 1, column 5: ':' expected near '}'.\n"
      ),
      (
        "call x 7",
        "jackfield call: PARAMS must be a JSON object or array, as in '{\"lines\": 5}'.\n"
      ),
      ("log --lines 0 x", "jackfield log: --lines takes a whole number from 1 to 1000, not '0'.\n"),
      (
        "status --timeout x",
        "jackfield status: --timeout takes seconds from 0 to 86400, not 'x'.\n"
      ),
      ("status --socket ''", "jackfield status: a path must not be empty.\n"),
      (
        "match",
        "jackfield match: --query is missing; write 'jackfield match [OPTIONS]' with --query Q.\n"
      ),
      (
        "match --query x --mode y",
        "jackfield match: --mode is one of fuzzy, prefix, contains, exact, not 'y'.\n"
      ),
      (
        "serve --stdio --socket x",
        "jackfield serve: --stdio and --socket exclude each other; write one of them.\n"
      ),
    ])
  func usage(line: String, message: String) throws {
    let outcome = try Room().shell("jackfield \(line)")
    #expect(outcome == Outcome(bytes: [], errors: message, code: 2))
  }

  @Test("FC-115: a socket path that is too long is told with the limit") func longPath() throws {
    let path = "/tmp/" + String(repeating: "x", count: 120)
    let outcome = try Room().run("status", "--socket", path)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("125 bytes"))
    #expect(outcome.errors.contains("107"))
  }

  @Test("without a host and without leave to start one, the exit code is 3") func noHost() throws {
    let room = try Room()
    for command in ["status", "plugins", "call x", "complete a/b c", "log x", "plugin stop x"] {
      let outcome = try room.shell("jackfield \(command) --no-spawn")
      #expect(
        outcome
          == Outcome(
            bytes: [],
            errors:
              "jackfield \(command.contains("plugin ") ? "plugin stop" : String(command.prefix { $0 != " " })): "
              + "no host listens on '\(room.socket)'; start one with 'jackfield serve', or leave out "
              + "--no-spawn.\n", code: 3))
    }
    let stop = try room.run("stop")
    #expect(
      stop
        == Outcome(bytes: Array("No host listens on '\(room.socket)'.\n".utf8), errors: "", code: 0)
    )
  }

  @Test("what can't be read is told, and the exit code is 5") func unreadable() throws {
    let outcome = try Room().run("call", "x", "@/nowhere")
    #expect(outcome.code == 5)
    #expect(
      outcome.errors
        == "jackfield call: '/nowhere' can't be read: No such file or directory (ENOENT).\n")
  }

  @Test("what can't be written is told, and the exit code is 5") func unwritable() throws {
    let outcome = try Room().shell("jackfield help > /dev/full")
    #expect(outcome.code == 5)
    #expect(
      outcome.errors
        == "jackfield help: standard output can't be written: No space left on device (ENOSPC).\n")
  }

  @Test("when nobody reads the output any more, it leaves in silence, as cat does")
  func brokenPipe()
    throws
  {
    let outcome = try Room().shell(
      "{ seq 100000 | jackfield match --query ''; echo code $? >&2; } | head -n 1")
    #expect(outcome == Outcome(bytes: Array("1\n".utf8), errors: "code 141\n", code: 0))
  }

  @Test("FC-106: a stream that is closed does no harm") func closedStreams() throws {
    let room = try Room()
    #expect(try room.shell("jackfield --version <&- >&- 2>&-").code == 0)
    #expect(try room.shell("jackfield status --no-spawn <&- >&- 2>&-").code == 3)
  }
}
