import JSON

/// What the command does: reads the model and writes or compares the files.
struct Generator {
  /// Why nothing could be generated.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The root of the repository, where `protocol/model.json` is.
  let root: String

  /// Writes the files that are not as they should be, and removes those that should not be there.
  ///
  /// - Returns: The paths of the files that were written or removed.
  func write() throws -> [String] {
    let stale = try findStale()
    for file in stale {
      if let text = file.text {
        try Files.write(Array(text.utf8), to: "\(root)/\(file.path)")
      } else {
        try Files.remove("\(root)/\(file.path)")
      }
    }
    return stale.map(\.path)
  }

  /// The paths of the files that are not as they should be.
  func check() throws -> [String] { try findStale().map(\.path) }

  /// A file that is not as it should be; without text it should not be there.
  private struct Stale {
    let path: String
    let text: String?
  }

  private func findStale() throws -> [Stale] {
    let outputs = Outputs(model: try readModel())
    var stale: [Stale] = []
    for file in outputs.files where try Files.read("\(root)/\(file.path)") != Array(file.text.utf8)
    {
      stale.append(Stale(path: file.path, text: file.text))
    }
    let known = Set(outputs.files.map(\.path))
    for name in try Files.list(below: "\(root)/\(Outputs.swiftFolder)") {
      let path = "\(Outputs.swiftFolder)/\(name)"
      if !known.contains(path) { stale.append(Stale(path: path, text: nil)) }
    }
    return stale
  }

  private func readModel() throws -> Model {
    let path = "\(root)/protocol/model.json"
    guard let bytes = try Files.read(path) else {
      throw Failure(description: "there is no \(path)")
    }
    do {
      return try Model(json: JSONValue.parse(bytes))
    } catch {
      throw Failure(description: "\(path): \(error)")
    }
  }
}
