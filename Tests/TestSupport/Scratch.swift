import Glibc
import SystemIO

/// A private folder for one test; all of them go when the test program ends.
public struct Scratch {
  /// Its path.
  public let path: String

  /// Makes a folder that nobody else has.
  public init() throws {
    // The clock makes the name its own among the tests of one program.
    path = "\(Self.root)/\(Clock.monotonic)"
    try Directory.make(path)
  }

  /// The folder of all tests of this program, which is removed at its exit.
  private static let root: String = {
    atexit { removeScratch() }
    return scratchRoot
  }()

  /// The path of something in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }
}

private var scratchRoot: String { "/tmp/jackfield-test-\(CurrentProcess.id)" }

private func removeScratch() {
  do {
    let launch = ProcessLaunch(
      path: "/bin/rm", arguments: ["rm", "-rf", scratchRoot], environment: [])
    _ = ChildProcess.awaitExit(of: try launch.start(descriptors: [nil, nil, nil]))
  } catch {
    StandardError.write("\(scratchRoot) could not be removed: \(error)\n")
  }
}
