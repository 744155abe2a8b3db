import Testing

@testable import jackfield

@Suite struct CommandLookupTests {
  private let lookup = CommandLookup(commands: Command.all)

  private func found(_ words: String...) throws(Failure) -> String {
    switch try lookup.find(words[...]) {
    case .command(let command, let rest): ([command.name + ":"] + rest).joined(separator: " ")
    case .group(let name): "group \(name)"
    }
  }

  @Test("a command is found by one word or two") func words() throws {
    #expect(try found("status", "--json") == "status: --json")
    #expect(try found("plugin", "start", "people") == "plugin start: people")
    #expect(try found("plugin", "--help") == "group plugin")
    #expect(try found("conformance", "-h") == "group conformance")
  }

  @Test(
    "an unknown name is answered with the nearest, or with where to look",
    arguments: [
      (["stats"], "there is no command 'stats'; did you mean 'status'?"),
      (["frobnicate"], "there is no command 'frobnicate'; 'jackfield help' lists them"),
      (["plugin", "strat"], "there is no command 'plugin strat'; did you mean 'plugin start'?"),
      (
        ["plugin"],
        "'plugin' alone is no command; write one of 'plugin start', 'plugin stop', 'plugin restart', "
          + "'plugin enable', 'plugin disable'"
      ),
      (
        ["--socket", "x"],
        "options stand after the command, as in 'jackfield status --json', so --socket can't come "
          + "first"
      ),
    ])
  func unknown(words: [String], message: String) {
    #expect(throws: Failure.usage(message)) { try lookup.find(words[...]) }
  }
}
