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

/// Where a symbolic link leads, as it is written.
func linkTarget(_ path: String) -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink(path, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}
