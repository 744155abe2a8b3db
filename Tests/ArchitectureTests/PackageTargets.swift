/// The targets of `Package.swift`, tests left out, with the modules that they depend on.
struct PackageTargets {
  private(set) var dependencies: [String: Set<String>] = [:]
  /// Where each one's sources are, from the root.
  private(set) var folders: [String: String] = [:]

  /// Reads the manifest's text: each target has a name, and a list of names of dependencies or none,
  /// and a path where it is not in the usual place.
  init(manifest: String) {
    for declaration in PackageTargets.kinds.flatMap({ manifest.pieces(after: $0) }) {
      guard let name = declaration.text(from: "name: \"", to: "\""),
        !declaration.contains("path: \"Tests/")
      else { continue }
      let list = declaration.text(from: "dependencies: [", to: "]") ?? ""
      dependencies[String(name)] = Set(list.texts(between: "\""))
      let path = declaration.text(from: "path: \"", to: "\"")
      folders[String(name)] = path.map(String.init) ?? "Sources/\(name)"
    }
  }

  private static let kinds = [".target(", ".executableTarget(", ".systemLibrary("]
}

extension String {
  /// What follows each `mark`, up to the next target of any kind.
  fileprivate func pieces(after mark: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self[...]
    while let start = rest.firstRange(of: mark)?.upperBound {
      rest = rest[start...]
      let ends = ["arget(", ".systemLibrary("].compactMap { rest.firstRange(of: $0)?.lowerBound }
      pieces.append(rest[..<(ends.min() ?? rest.endIndex)])
    }
    return pieces
  }
}

extension Substring {
  /// What stands between each pair of `mark`s.
  func texts(between mark: Character) -> [String] {
    split(separator: mark, omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  /// What stands between the first `start` and the `end` that follows it.
  fileprivate func text(from start: String, to end: String) -> Substring? {
    guard let begin = firstRange(of: start)?.upperBound else { return nil }
    let rest = self[begin...]
    guard let stop = rest.firstRange(of: end)?.lowerBound else { return nil }
    return rest[..<stop]
  }
}
