/// An argument that is known by its place.
struct Positional: Equatable, Sendable {
  /// What stands for it in help texts, in capitals.
  let name: String
  /// What it is, in a sentence or two.
  let help: String
  /// Whether the command works without it.
  let isOptional: Bool

  /// An argument that must be given.
  static func required(_ name: String, _ help: String) -> Positional {
    Positional(name: name, help: help, isOptional: false)
  }

  /// An argument that may be left out; it stands after those that must be given.
  static func optional(_ name: String, _ help: String) -> Positional {
    Positional(name: name, help: help, isOptional: true)
  }

  /// How people write it: `NAME` or `[NAME]`.
  var usage: String { isOptional ? "[\(name)]" : name }
}
