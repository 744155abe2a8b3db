/// What a command line said, read by the declarations of its command.
struct ParsedArguments: Equatable, Sendable {
  private var options: [String: [String]] = [:]
  private var positionals: [String: String] = [:]

  /// Notes that `option` was given, with its value if it takes one.
  mutating func add(_ option: Option, value: String = "") {
    options[option.name, default: []].append(value)
  }

  /// Notes what stands at the place of `positional`.
  mutating func add(_ positional: Positional, value: String) {
    positionals[positional.name] = value
  }

  /// Whether the flag was given.
  func has(_ flag: Option) -> Bool { options[flag.name] != nil }

  /// The value of an option; of several the last, so that an alias can be overruled.
  func value(of option: Option) -> String? { options[option.name]?.last }

  /// All values of an option that may be repeated, in their order.
  func values(of option: Option) -> [String] { options[option.name] ?? [] }

  /// What was given for a positional argument; nil only for an optional one.
  func value(of positional: Positional) -> String? { positionals[positional.name] }
}

// MARK: - Values with a type

extension ParsedArguments {
  /// The value of an option that takes a whole number.
  func integer(of option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "\(option.name) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return number
  }

  /// The value of an option that takes one of several words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of option: Option, as type: Choice.Type
  ) throws(Failure) -> Choice? {
    guard let text = value(of: option) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw .usage("\(option.name) is one of \(words.joined(separator: ", ")), not '\(text)'")
  }

  /// The value of an option that takes seconds, with decimals if need be.
  func seconds(of option: Option, in range: ClosedRange<Int>) throws(Failure) -> Duration? {
    guard let text = value(of: option) else { return nil }
    guard let seconds = Double(text),
      (Double(range.lowerBound)...Double(range.upperBound)).contains(seconds)
    else {
      throw .usage(
        "\(option.name) takes seconds from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(text)'")
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }
}
