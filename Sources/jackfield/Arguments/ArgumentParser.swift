/// Reads the arguments of one command by its declaration.
///
/// Options and positional arguments may be mixed; `--` ends the options; `-` alone is an argument.
struct ArgumentParser {
  private let command: Command
  private var rest: ArraySlice<String>
  private var places: ArraySlice<Positional>
  private var parsed = ParsedArguments()

  /// Reads what follows the command's name.
  ///
  /// Where `--help` is among the options, nothing after it is looked at and nothing is missing.
  static func parse(
    _ arguments: ArraySlice<String>, of command: Command
  ) throws(Failure) -> ParsedArguments {
    var parser = ArgumentParser(command: command, arguments: arguments)
    try parser.run()
    return parser.parsed
  }

  private init(command: Command, arguments: ArraySlice<String>) {
    self.command = command
    rest = arguments
    places = command.positionals[...]
  }

  private mutating func run() throws(Failure) {
    while let argument = rest.popFirst() {
      if argument == "--" {
        for argument in rest { try takePositional(argument) }
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try takeOption(argument)
        if parsed.has(.help) { return }
      } else {
        try takePositional(argument)
      }
    }
    if let missing = places.first, !missing.isOptional {
      throw .usage("\(missing.name) is missing; write '\(command.usage)'")
    }
  }

  private mutating func takePositional(_ argument: String) throws(Failure) {
    guard let place = places.popFirst() else {
      throw .usage("'\(argument)' is one argument too many; write '\(command.usage)'")
    }
    parsed.add(place, value: argument)
  }

  private mutating func takeOption(_ argument: String) throws(Failure) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name || $0.short == name }) else {
      throw .usage(unknown(name))
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let placeholder = option.placeholder else {
      if attached != nil { throw .usage("\(option.name) takes no value") }
      parsed.add(option)
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("\(option.name) needs a value: \(option.name) \(placeholder)")
    }
    parsed.add(option, value: value)
  }

  private func unknown(_ name: String) -> String {
    let names = command.options.map(\.name)
    if name.hasPrefix("--"), let nearest = Suggestion.nearest(to: name, among: names) {
      return "there is no option \(name); did you mean \(nearest)?"
    }
    if !name.hasPrefix("--"), !command.positionals.isEmpty {
      return "there is no option \(name); an argument that begins with a dash stands after '--'"
    }
    return "there is no option \(name); 'jackfield \(command.name) --help' lists them"
  }
}
