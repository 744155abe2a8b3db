import SystemIO

/// What the generator does with files.
enum Files {
  /// Far above the largest generated file; a larger one is no file of ours.
  private static let limit = 64 << 20

  /// The bytes of a file; nil where there is none.
  static func read(_ path: String) throws(SystemError) -> [UInt8]? {
    do {
      return try File.read(path, limit: limit)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Writes a file in place of the one that is there, with the folders above it.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    if let folder = path.parentPath { try Directory.make(folder) }
    try File.replace(path, with: bytes, mode: 0o644)
  }

  /// The files below a folder, relative to it and sorted; none where there is no such folder.
  static func list(below folder: String) throws(SystemError) -> [String] {
    var files: [String] = []
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if try FileStatus(of: path).kind == .directory {
        for file in try list(below: path) { files.append("\(name)/\(file)") }
      } else {
        files.append(name)
      }
    }
    return files
  }

  private static func names(in folder: String) throws(SystemError) -> [String] {
    do {
      return try Directory.names(in: folder)
    } catch {
      guard error.code == .notFound else { throw error }
      return []
    }
  }
}
