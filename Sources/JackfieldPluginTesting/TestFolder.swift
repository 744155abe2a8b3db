import JackfieldPlugin
public import SystemIO

/// A folder for one test, which is removed with everything in it when nobody holds this any more.
public final class TestFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes a folder that nobody else has.
  public init() throws(SystemError) {
    // The clock makes the name its own among those of this process.
    path = "/tmp/jackfield-plugin-test-\(CurrentProcess.id)-\(Clock.monotonic)"
    try Directory.make(path)
  }

  deinit {
    do {
      let removal = ProcessLaunch(
        path: "/bin/rm", arguments: ["rm", "-rf", path], environment: [])
      _ = ChildProcess.awaitExit(of: try removal.start(descriptors: [nil, nil, nil]))
    } catch {
      StandardError.write("\(path) could not be removed: \(error)\n")
    }
  }
}
