internal import SystemIO

/// Where the library's file is, and what lies beside it.
struct LibraryFile {
  /// The database.
  let path: String

  init(directory: String) { path = "\(directory)/library.sqlite3" }

  /// What SQLite appends to the name: of the file itself first, so that who is stopped in between
  /// leaves a log without a database, which is noticed, and never a database without its log.
  private static let suffixes = ["", "-wal", "-shm"]

  /// Whether the log holds something, but the file that it belongs to is missing or empty: SQLite
  /// would throw the log away.
  var isLogWithoutDatabase: Bool { Self.size(path) == 0 && Self.size("\(path)-wal") > 0 }

  /// Gives the files a name that none has, and returns it.
  func moveAside() throws(LibraryError) -> String {
    let other = "\(path).damaged-\(Clock.wall)-\(CurrentProcess.id)"
    do {
      for suffix in Self.suffixes where Self.exists(path + suffix) {
        try File.rename(path + suffix, to: other + suffix)
      }
    } catch {
      throw LibraryError(.inaccessible, path: path, reason: "\(error.call): \(error.code)")
    }
    return other
  }

  private static func size(_ path: String) -> Int {
    do {
      return try FileStatus(following: path).size
    } catch {
      // Opening says why a file can't be looked at, where it is there.
      return 0
    }
  }

  private static func exists(_ path: String) -> Bool {
    do {
      return try FileStatus(of: path).size >= 0
    } catch {
      return false
    }
  }
}
