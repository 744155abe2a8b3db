/// The table of modules in `ARCHITECTURE.md`.
struct ModuleTable {
  struct Row {
    let name: String
    /// The package's modules that it may import.
    let modules: Set<String>
    /// The system's modules that it may import.
    let system: Set<String>
  }

  let rows: [Row]

  /// Reads the first table whose header begins with `module`: name, modules, system's modules, text.
  init(markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.drop { !$0.hasPrefix("| module |") }.dropFirst(2)
    rows = body.prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.texts(between: "`") }
      return Row(
        name: cells.first?.first ?? "", modules: Set(cells.dropFirst().first ?? []),
        system: Set(cells.dropFirst(2).first ?? []))
    }
  }
}
