import CLinux
import Glibc

/// Folders by path.
public enum Directory {
  /// The names in a folder, sorted by their bytes (`opendir`, `readdir`). A name that is not UTF-8
  /// is left out: no JSON text could name it.
  public static func names(in path: String) throws(SystemError) -> [String] {
    guard let stream = opendir(path) else { throw SystemError.last("opendir", path) }
    defer { closedir(stream) }
    var names: [String] = []
    while let name = clinux_next_name(UnsafeMutableRawPointer(stream)) {
      if let name = String(validatingCString: name) { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder and what is missing above it, each with mode 0700 (`mkdir`); one that is there
  /// stays as it is.
  public static func make(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      guard let parent = path.parentPath else { throw SystemError.last("mkdir", path) }
      try make(parent)
      guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
      throw SystemError.last("mkdir", path)
    default: throw SystemError.last("mkdir", path)
    }
  }
}

extension String {
  /// The path of the folder that a path's last component stands in; nil for `/` and for a single
  /// name.
  public var parentPath: String? {
    let trimmed = self.count > 1 && hasSuffix("/") ? String(dropLast()) : self
    guard trimmed != "/", let slash = trimmed.lastIndex(of: "/") else { return nil }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// A path's last component.
  public var lastPathComponent: String {
    split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? self
  }
}
