import Testing

@testable import jackfield

@Suite struct ArgumentParserTests {
  private static let limit = Option.value("--limit", "N", "At most N.")
  private static let json = Option.flag("--json", "Print JSON.")
  private static let plugins = Option.value("--plugins", "DIR", "A folder.")
  private static let source = Positional.required("SOURCE", "Which.")
  private static let text = Positional.optional("TEXT", "What.")
  private static let command = Command(
    name: "ask", summary: "Ask", positionals: [source, text], options: [limit, json, plugins]
  ) { _, _ in .success }

  private func parse(_ arguments: String...) throws(Failure) -> ParsedArguments {
    try ArgumentParser.parse(arguments[...], of: Self.command)
  }

  @Test("options and arguments may be mixed") func optionsArguments() throws {
    let parsed = try parse("--json", "people", "--limit", "3", "jo")
    #expect(parsed.has(Self.json))
    #expect(parsed.value(of: Self.limit) == "3")
    #expect(parsed.value(of: Self.source) == "people")
    #expect(parsed.value(of: Self.text) == "jo")
  }

  @Test("a value may be attached, be empty, or look like an option") func valueAttached() throws {
    #expect(try parse("a", "--limit=3").value(of: Self.limit) == "3")
    #expect(try parse("a", "--limit=").value(of: Self.limit) == "")
    #expect(try parse("a", "--limit=a=b").value(of: Self.limit) == "a=b")
    #expect(try parse("a", "--limit", "--json").value(of: Self.limit) == "--json")
  }

  @Test("after two dashes everything is an argument") func afterTwo() throws {
    let parsed = try parse("--", "--json", "--")
    #expect(!parsed.has(Self.json))
    #expect(parsed.value(of: Self.source) == "--json")
    #expect(parsed.value(of: Self.text) == "--")
  }

  @Test("a dash alone and the empty text are arguments") func dashAlone() throws {
    let parsed = try parse("-", "")
    #expect(parsed.value(of: Self.source) == "-")
    #expect(parsed.value(of: Self.text) == "")
  }

  @Test("an option may be repeated, and where one value counts it is the last")
  func optionRepeated() throws {
    let parsed = try parse("a", "--plugins", "x", "--plugins=y")
    #expect(parsed.values(of: Self.plugins) == ["x", "y"])
    #expect(parsed.value(of: Self.plugins) == "y")
  }

  @Test("help wins over what is missing and over what follows") func helpWins() throws {
    #expect(try parse("--help", "--nonsense").has(.help))
    #expect(try parse("-h").has(.help))
    #expect(try !parse("--", "-h").has(.help))
  }

  @Test(
    "what is wrong is named, with what to write instead",
    arguments: [
      (["a", "--limt", "3"], "there is no option --limt; did you mean --limit?"),
      (["a", "--unlike=3"], "there is no option --unlike; 'jackfield ask --help' lists them"),
      (["-5"], "there is no option -5; an argument that begins with a dash stands after '--'"),
      (["a", "--limit"], "--limit needs a value: --limit N"),
      (["a", "--json=yes"], "--json takes no value"),
      ([], "SOURCE is missing; write 'jackfield ask [OPTIONS] SOURCE [TEXT]'"),
      (
        ["a", "b", "c"],
        "'c' is one argument too many; write 'jackfield ask [OPTIONS] SOURCE [TEXT]'"
      ),
    ])
  func wrongNamed(
    arguments: [String], message: String
  ) {
    #expect(throws: Failure.usage(message)) {
      try ArgumentParser.parse(arguments[...], of: Self.command)
    }
  }

  @Test(
    "a number must be whole and in its range",
    arguments: ["0", "11", "-1", "x", "", "1.5", "٣", "99999999999999999999"])
  func numberMust(text: String) throws {
    let parsed = try parse("a", "--limit=\(text)")
    #expect(throws: Failure.usage("--limit takes a whole number from 1 to 10, not '\(text)'")) {
      try parsed.integer(of: Self.limit, in: 1...10)
    }
    #expect(try parse("a", "--limit=10").integer(of: Self.limit, in: 1...10) == 10)
    #expect(try parse("a").integer(of: Self.limit, in: 1...10) == nil)
  }

  @Test(
    "seconds must be a number in its range",
    arguments: ["-1", "1e99", "nan", "inf", "x", "", "90000"])
  func secondsMust(text: String) throws {
    let parsed = try parse("a", "--limit=\(text)")
    #expect(throws: Failure.self) { try parsed.seconds(of: Self.limit, in: 0...86_400) }
    let half = try parse("a", "--limit=0.5").seconds(of: Self.limit, in: 0...86_400)
    #expect(half == .milliseconds(500))
  }

  private enum Mode: String, CaseIterable { case prefix, exact }

  @Test("a word must be one of those that are known") func wordMust() throws {
    #expect(try parse("a", "--limit=exact").choice(of: Self.limit, as: Mode.self) == .exact)
    #expect(try parse("a").choice(of: Self.limit, as: Mode.self) == nil)
    #expect(throws: Failure.usage("--limit is one of prefix, exact, not 'Exact'")) {
      try self.parse("a", "--limit=Exact").choice(of: Self.limit, as: Mode.self)
    }
  }
}
