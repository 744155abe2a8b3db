import Testing

@testable import jackfield

@Suite struct HelpTests {
  @Test("the help of the program is as published") func program() throws {
    try GoldenFile.check(HelpText.program(commands: Command.all), "help.txt")
  }

  @Test("the help of each command is as published", arguments: Command.all.map(\.name))
  func command(name: String) throws {
    let file = "help-\(name.split(separator: " ").joined(separator: "-")).txt"
    try GoldenFile.check(HelpText.command(try command(called: name)), file)
  }

  @Test("the help of a group is as published", arguments: ["plugin", "conformance"])
  func group(name: String) throws {
    let lookup = CommandLookup(commands: Command.all)
    try GoldenFile.check(
      HelpText.group(name, commands: lookup.members(of: name)), "help-\(name).txt")
  }

  @Test(
    "no line is wider than a terminal, and none ends with a blank",
    arguments: Command.all.map(\.name))
  func layout(name: String) throws {
    for line in HelpText.command(try command(called: name)).split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
  }

  @Test("each option is declared once in a command", arguments: Command.all.map(\.name))
  func options(name: String) throws {
    let command = try command(called: name)
    let names = command.options.flatMap { [$0.name, $0.short].compactMap { $0 } }
    #expect(Set(names).count == names.count)
    #expect(command.options.allSatisfy { $0.name.hasPrefix("--") && $0.help.hasSuffix(".") })
    #expect(Set(command.positionals.map(\.name)).count == command.positionals.count)
  }

  @Test("commands have names of their own") func names() {
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
  }

  private func command(called name: String) throws -> Command {
    try #require(Command.all.first { $0.name == name })
  }
}
