import SystemIO

/// Where scenario files are.
public enum ScenarioFolder {
  /// Where the files stand in a source tree, and where in an installation.
  static let places = ["protocol/conformance", "share/jackfield/conformance"]

  /// What to tell a user for whom `find` found nothing.
  public static let hint =
    "no scenarios found: name their folder with --scenarios (in the sources it is "
    + "protocol/conformance)"

  /// The folder that was given, else the one that belongs to a program: from the program's own folder
  /// upwards, the first `protocol/conformance` or `share/jackfield/conformance`.
  ///
  /// - Returns: nil where there is none.
  public static func find(given: String?, executable: String) -> String? {
    if let given { return given }
    var folder: String? = realPath(executable).parentPath
    while let current = folder {
      for place in places {
        let candidate = current == "/" ? "/\(place)" : "\(current)/\(place)"
        if isFolder(candidate) { return candidate }
      }
      folder = current.parentPath
    }
    return nil
  }

  /// The checks of all files `*.json` in a folder, by file name.
  static func checks(in folder: String) throws(ScenarioFault) -> [Check] {
    var checks: [Check] = []
    for name in try names(in: folder) where name.hasSuffix(".json") {
      do {
        checks += try Check.all(inFile: try read("\(folder)/\(name)"))
      } catch {
        throw ScenarioFault("\(name): \(error.reason)")
      }
    }
    guard !checks.isEmpty else { throw ScenarioFault("there are no scenarios in '\(folder)'") }
    return checks
  }

  /// Bytes of the largest file that is read: twenty times the largest so far.
  private static let fileLimit = 1 << 20

  private static func names(in folder: String) throws(ScenarioFault) -> [String] {
    do {
      return try Directory.names(in: folder)
    } catch {
      throw ScenarioFault("\(error)")
    }
  }

  private static func read(_ path: String) throws(ScenarioFault) -> [UInt8] {
    do {
      return try File.read(path, limit: fileLimit)
    } catch {
      throw ScenarioFault("\(error)")
    }
  }

  private static func realPath(_ path: String) -> String {
    do {
      return try File.realPath(of: path)
    } catch {
      return path
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    do {
      return try FileStatus(following: path).kind == .directory
    } catch {
      return false
    }
  }
}
