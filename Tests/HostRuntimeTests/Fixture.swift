import Glibc
import SystemIO

/// The program of the tests' own that stands beside the test program.
enum Fixture {
  /// Its path.
  static func path() throws -> String {
    let tests = try File.realPath(of: CurrentProcess.executable)
    return "\(tests.parentPath ?? "")/runtime-fixture"
  }
}

/// A private folder for one test; all of them go when the test program ends.
struct Scratch {
  let path: String

  init() throws {
    // The clock makes the name its own among the tests of one program.
    path = "\(Self.root)/\(Clock.monotonic)"
    try Directory.make(path)
  }

  /// The folder of all tests of this program, which is removed at its exit.
  private static let root: String = {
    atexit { removeScratch() }
    return scratchRoot
  }()

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Where a symbolic link leads, as it is written.
func linkTarget(_ path: String) -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink(path, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
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
