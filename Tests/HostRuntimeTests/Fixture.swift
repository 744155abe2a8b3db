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

/// A private folder for one test; what a test made in it is left to the system's own cleaner.
struct Scratch {
  let path: String

  init() throws {
    // The clock makes the name its own among the runs, the id among the processes of one.
    path = "/tmp/jackfield-test-\(CurrentProcess.id)-\(Clock.monotonic)"
    try Directory.make(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Where a symbolic link leads, as it is written.
func linkTarget(_ path: String) -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink(path, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}
