/// The modules that a Swift source imports.
enum Imports {
  /// Reads the source's `import` lines, in all their forms.
  static func modules(of source: String) -> Set<String> {
    Set(source.split(separator: "\n").compactMap(module))
  }

  private static func module(of line: Substring) -> String? {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") || access.contains($0) }
    guard words.first == "import" else { return nil }
    let path = words.dropFirst().drop { kinds.contains($0) }.first
    return path?.split(separator: ".").first.map(String.init)
  }

  private static let access: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private",
  ]
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]
}
