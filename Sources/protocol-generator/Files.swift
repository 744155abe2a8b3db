import Glibc

/// The few calls on files that the generator needs.
enum Files {
  /// A call that failed.
  struct Failure: Error, CustomStringConvertible {
    /// What was to be done, with which file, and the system's reason.
    let description: String

    init(_ action: String, _ path: String) {
      description = "can't \(action) \(path): \(String(cString: strerror(errno)))"
    }
  }

  /// The bytes of a file; nil where there is none.
  static func read(_ path: String) throws(Failure) -> [UInt8]? {
    guard let stream = fopen(path, "re") else {
      if errno == ENOENT { return nil }
      throw Failure("read", path)
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      bytes.append(contentsOf: chunk[..<count])
      if count < chunk.count { break }
    }
    guard ferror(stream) == 0 else { throw Failure("read", path) }
    return bytes
  }

  /// Writes a file in place of the one that is there, with the folders above it.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    try makeFolder(above: path)
    guard let stream = fopen(path, "we") else { throw Failure("write", path) }
    let count = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, count == bytes.count else { throw Failure("write", path) }
  }

  /// Removes a file.
  static func remove(_ path: String) throws(Failure) {
    guard unlink(path) == 0 else { throw Failure("remove", path) }
  }

  /// The files below a folder, relative to it and sorted; none where there is no such folder.
  static func list(below folder: String) throws(Failure) -> [String] {
    guard let directory = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw Failure("list", folder)
    }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        files += try list(below: "\(folder)/\(name)").map { "\(name)/\($0)" }
      } else {
        files.append(name)
      }
    }
    return files.sorted()
  }

  private static func makeFolder(above path: String) throws(Failure) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return }
    try makeFolder(above: folder)
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Failure("make", folder) }
  }
}
