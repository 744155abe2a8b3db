public import SystemIO

extension ProcessLaunch {
  /// `sh -c script`, with nothing but a PATH in its environment.
  public static func shell(_ script: String, directory: String? = nil) -> ProcessLaunch {
    ProcessLaunch(
      path: "/bin/sh", arguments: ["sh", "-c", script], environment: ["PATH=/usr/bin:/bin"],
      directory: directory)
  }

  /// Runs to the end; its standard output and how it ended.
  public func run() throws -> (output: String, exit: ChildProcess.Exit?) {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    let child = try start(descriptors: [nil, writing.number, nil])
    writing.close()
    let output = try reading.readAll(limit: 1 << 20)
    return (String(decoding: output, as: UTF8.self), ChildProcess.awaitExit(of: child))
  }
}
