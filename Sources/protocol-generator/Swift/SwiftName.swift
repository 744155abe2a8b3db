/// How the model's names are written in Swift.
enum SwiftName {
  /// Words that need backquotes where a name stands alone.
  private static let keywords: Set = [
    "protocol", "return", "default", "in", "is", "as", "self", "case", "class", "enum", "extension",
    "func", "import", "init", "let", "operator", "private", "public", "static", "struct", "switch",
    "var", "where", "while", "for", "if", "else", "do", "try", "throw", "throws", "true", "false",
    "nil", "repeat", "guard", "defer", "break", "continue", "internal", "subscript", "super",
  ]

  /// The type of a method's message: `autocomplete/attach` becomes `AutocompleteAttach`.
  static func type(forMethod method: String) -> String {
    words(of: method).map(capitalized).joined()
  }

  /// The case of a method: `autocomplete/attach` becomes `autocompleteAttach`.
  static func value(forMethod method: String) -> String { value(words(of: method)) }

  /// The case or constant of an enumeration's value: `utf-8` becomes `utf8`.
  static func value(forValue value: String) -> String { self.value(words(of: value)) }

  /// A name with backquotes where Swift needs them.
  static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// The name with its first letter in upper case.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func value(_ words: [String]) -> String {
    (words.prefix(1) + words.dropFirst().map(capitalized)).joined()
  }

  private static func words(of name: String) -> [String] {
    name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
