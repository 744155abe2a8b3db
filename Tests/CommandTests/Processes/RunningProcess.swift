import SystemIO

/// What came of a process.
struct Outcome: Equatable {
  /// What it wrote to standard output.
  var bytes: [UInt8]
  /// What it wrote to standard error.
  var errors: String
  /// Its exit code, or 128 and the number of the signal that ended it.
  var code: Int32

  /// Standard output as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }
}

/// A process whose standard streams are pipes of the test.
///
/// Its end is when it has ended *and* nobody holds its pipes any more: a host that kept a descriptor
/// of its starter would hang the test (FC-103).
final class RunningProcess {
  /// Its standard output.
  let output: Collector
  /// Its standard error.
  let errors: Collector
  /// Its id.
  let id: Int32

  /// Starts a program with `input` on its standard input; `name` is what it is told that it is called.
  init(
    _ path: String, _ arguments: [String], name: String? = nil, input: [UInt8] = [],
    environment: [String]
  ) throws {
    let (itsInput, ourInput) = try Self.pipe()
    let (ourOutput, itsOutput) = try Self.pipe()
    let (ourErrors, itsErrors) = try Self.pipe()
    let launch = ProcessLaunch(
      path: path, arguments: [name ?? path.lastPathComponent] + arguments,
      environment: environment)
    id = try launch.start(descriptors: [itsInput, itsOutput, itsErrors])
    for number in [itsInput, itsOutput, itsErrors] { Descriptor(owning: number).close() }
    output = try Collector(Descriptor(owning: ourOutput))
    errors = try Collector(Descriptor(owning: ourErrors))
    try Self.write(input, to: ourInput)
  }

  /// The ends of a new pipe, as numbers, for a tuple can't hold their owners.
  private static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    return (reading.release(), writing.release())
  }

  /// Sends the process a signal, unless it has been waited for.
  func signal(_ signal: Signal) { ChildProcess.signal(id, signal) }

  /// Waits for its end.
  func finish() -> Outcome {
    let exit = ChildProcess.awaitExit(of: id)
    return Outcome(
      bytes: output.all(), errors: String(decoding: errors.all(), as: UTF8.self),
      code: exit.map { $0.bySignal ? 128 + $0.status : $0.status } ?? -1)
  }

  /// Writes on a thread of its own: more than a pipe holds would wait for the reader.
  private static func write(_ input: [UInt8], to number: Int32) throws(SystemError) {
    try Thread.start(stackSize: 256 * 1024) {
      let pipe = Descriptor(owning: number)
      do {
        try pipe.writeAll(input)
      } catch {
        // The process ended without reading everything.
      }
    }
  }
}
