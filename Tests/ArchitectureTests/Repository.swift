import Glibc

/// The files that the tests compare.
enum Repository {
  /// The folder that holds `Package.swift`.
  static let root = parent(parent(parent(#filePath)))

  struct Unreadable: Error {
    let path: String
  }

  /// The text of a file, by its path from the root.
  static func text(_ path: String) throws(Unreadable) -> String {
    guard let file = fopen("\(root)/\(path)", "r") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    let chunk = 64 * 1024
    while true {
      let read = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunk) { buffer in
        let count = fread(buffer.baseAddress, 1, chunk, file)
        bytes += buffer[..<count]
        return count
      }
      guard read == chunk else { return String(decoding: bytes, as: UTF8.self) }
    }
  }

  /// The Swift files below a folder, by their paths from the root.
  static func swiftFiles(below folder: String) throws(Unreadable) -> [String] {
    var files: [String] = []
    for name in try names(in: folder) {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".swift") {
        files.append(path)
      } else if isFolder(path) {
        files += try swiftFiles(below: path)
      }
    }
    return files
  }

  private static func names(in folder: String) throws(Unreadable) -> [String] {
    guard let stream = opendir("\(root)/\(folder)") else { throw Unreadable(path: folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat("\(root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func parent(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
