import JSON
import SystemIO

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
        try File.remove("\(root)/\(file.path)")
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
    let page = String(decoding: try read(Outputs.page), as: UTF8.self)
    let outputs = try Outputs(model: try readModel(), page: page)
    var stale: [Stale] = []
    for file in outputs.files {
      let present = try Files.read("\(root)/\(file.path)")
      if present != Array(file.text.utf8) { stale.append(Stale(path: file.path, text: file.text)) }
    }
    let known = Set(outputs.files.map(\.path))
    for folder in Outputs.folders {
      for name in try Files.list(below: "\(root)/\(folder)")
      where !known.contains("\(folder)/\(name)") {
        stale.append(Stale(path: "\(folder)/\(name)", text: nil))
      }
    }
    return stale
  }

  private func readModel() throws -> Model {
    let path = "protocol/model.json"
    do {
      let model = try Model(json: JSONValue.parse(try read(path)))
      try ModelCheck(model: model).run()
      return model
    } catch {
      throw Failure(description: "\(path): \(error)")
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let bytes = try Files.read("\(root)/\(path)") else {
      throw Failure(description: "there is no \(path) in \(root)")
    }
    return bytes
  }
}
