import SystemIO
import Testing

/// What people see, kept in a file beside the tests.
///
/// With `UPDATE_GOLDEN_FILES` in the environment the files are written anew, to be read in a diff.
enum GoldenFile {
  /// Expects `text` to be what the file called `name` holds.
  static func check(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = try #require("\(#filePath)".parentPath) + "/Golden/" + name
    if CurrentProcess.variable("UPDATE_GOLDEN_FILES") != nil {
      try File.replace(path, with: Array(text.utf8))
    }
    let golden = String(decoding: try File.read(path, limit: 1 << 20), as: UTF8.self)
    #expect(text == golden, "\(name) differs", sourceLocation: sourceLocation)
  }
}
