import Testing

@testable import jackfield

@Suite struct MatchCommandTests {
  private func match(_ arguments: String, _ input: String) throws -> Outcome {
    try Room().shell("jackfield match \(arguments)", input: Array(input.utf8))
  }

  @Test("FC-178: the best come first, and equals keep their order") func order() throws {
    let outcome = try match("--query dragon", "fire-dragonflame\nnothing\ndragon\nDragon\n")
    #expect(outcome.output == "dragon\nDragon\nfire-dragonflame\n")
    #expect(outcome.code == 0)
  }

  @Test(
    "each mode has its own matches",
    arguments: [
      ("fuzzy", "lineTo\nspline\nline\nl-i-n-e\n", "line\nlineTo\nspline\nl-i-n-e\n"),
      ("prefix", "lineTo\nspline\nline\n", "line\nlineTo\n"),
      ("contains", "lineTo\nspline\nl-i-n-e\n", "lineTo\nspline\n"),
      ("exact", "lineTo\nLine\nline\n", "line\nLine\n"),
    ])
  func modes(mode: String, input: String, output: String) throws {
    #expect(try match("--mode \(mode) --query line", input).output == output)
  }

  @Test("nothing that matches is exit code 1, as grep tells it") func nothing() throws {
    for input in ["", "abc\n"] {
      #expect(try match("--query xyz", input) == Outcome(bytes: [], errors: "", code: 1))
    }
  }

  @Test("at most as many as asked for") func limit() throws {
    #expect(try match("--query a --limit 2", "ab\na\nabc\n").output == "a\nab\n")
    #expect(try match("--query ''", "b\na\n").output == "b\na\n")
  }

  @Test("a line that is not UTF-8 comes out as it went in") func invalid() throws {
    let line: [UInt8] = [0x61, 0xFF, 0x62, 0x0A]
    let outcome = try Room().shell("jackfield match --query ab", input: line)
    #expect(outcome.bytes == line)
  }

  @Test("on a terminal what matched is bold and controls are gone") func terminal() throws {
    let room = try Room()
    let line = #"printf 'a\033[31mb\n' | jackfield match --query ab"#
    #expect(try room.terminal(line).output == "\u{1B}[1ma\u{1B}[22m\u{1B}[1mb\u{1B}[22m\n")
    #expect(try room.terminal("export NO_COLOR=1; \(line)").output == "ab\n")
  }
}
