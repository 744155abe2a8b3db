import SystemIO

/// What the host asks of the guard; one message each.
enum GuardRequest: Equatable {
  /// Start a program as run `run`. The message brings a descriptor for each true in `given`; the
  /// program gets them in order as 0, 1, 2, .., and `/dev/null` for each false.
  case start(run: UInt32, ProcessLaunch, given: [Bool])
  /// Send a signal to the run's process group.
  case signal(run: UInt32, Signal)
  /// The run has ended and its output has been read: kill what is left of its group, and reap it.
  case release(run: UInt32)

  private enum Kind: UInt32 {
    case start = 1
    case signal = 2
    case release = 3
  }

  /// The message.
  var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .start(let run, let launch, let given):
      writer.write(Kind.start.rawValue)
      writer.write(run)
      writer.write(launch.path)
      writer.write(launch.arguments)
      writer.write(launch.environment)
      writer.write(launch.directory ?? "")
      writer.write(UInt32(given.count))
      for isGiven in given { writer.write(UInt32(isGiven ? 1 : 0)) }
    case .signal(let run, let signal):
      writer.write(Kind.signal.rawValue)
      writer.write(run)
      writer.write(signal.rawValue)
    case .release(let run):
      writer.write(Kind.release.rawValue)
      writer.write(run)
    }
    return writer.bytes
  }

  /// Reads a message; nil where it is none.
  init?(_ bytes: [UInt8]) {
    var reader = WireReader(bytes)
    guard let kind = reader.number().flatMap(Kind.init), let run = reader.number() else {
      return nil
    }
    switch kind {
    case .start:
      guard let (launch, given) = reader.launch() else { return nil }
      self = .start(run: run, launch, given: given)
    case .signal:
      guard let signal = reader.signedNumber().flatMap(Signal.init) else { return nil }
      self = .signal(run: run, signal)
    case .release:
      self = .release(run: run)
    }
  }

}

extension WireReader {
  fileprivate mutating func launch() -> (ProcessLaunch, given: [Bool])? {
    guard
      let path = text(), let arguments = texts(), let environment = texts(), let directory = text(),
      let count = number(), count <= 8
    else { return nil }
    var given: [Bool] = []
    for _ in 0..<count {
      guard let isGiven = number() else { return nil }
      given.append(isGiven == 1)
    }
    let launch = ProcessLaunch(
      path: path, arguments: arguments, environment: environment,
      directory: directory.isEmpty ? nil : directory)
    return (launch, given)
  }
}
