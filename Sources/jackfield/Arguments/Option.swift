/// An option of a command: one declaration that the parser reads and the help prints.
struct Option: Equatable, Sendable {
  /// The long name with its dashes, as in `--limit`.
  let name: String
  /// The one-letter name with its dash, as in `-h`; nil for most.
  let short: String?
  /// What stands for the value in help texts, as in `N`; nil for a flag, which takes none.
  let placeholder: String?
  /// What the option does, in a sentence or two.
  let help: String

  /// An option that is there or not.
  static func flag(_ name: String, short: String? = nil, _ help: String) -> Option {
    Option(name: name, short: short, placeholder: nil, help: help)
  }

  /// An option with a value, written `--name VALUE` or `--name=VALUE`.
  static func value(_ name: String, _ placeholder: String, _ help: String) -> Option {
    Option(name: name, short: nil, placeholder: placeholder, help: help)
  }

  /// Whether a value belongs to it.
  var takesValue: Bool { placeholder != nil }

  /// How people write it: `-h, --help` or `--limit N`.
  var usage: String {
    let names = short.map { "\($0), \(name)" } ?? name
    return placeholder.map { "\(names) \($0)" } ?? names
  }
}
