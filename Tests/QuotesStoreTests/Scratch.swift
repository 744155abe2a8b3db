import Glibc
import SystemIO
import Testing

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

extension ProcessLaunch {
  /// `sh -c script`, with nothing but a PATH in its environment.
  static func shell(_ script: String, directory: String? = nil) -> ProcessLaunch {
    ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"],
      directory: directory)
  }

  /// Runs to the end; its standard output and how it ended.
  func run() throws -> (output: String, exit: ChildProcess.Exit?) {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let child = try start(descriptors: [nil, writing.number, nil])
    writing.close()
    let output = try reading.readAll(limit: 1 << 20)
    return (String(decoding: output, as: UTF8.self), ChildProcess.awaitExit(of: child))
  }
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
