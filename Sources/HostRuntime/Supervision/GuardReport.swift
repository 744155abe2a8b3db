/// What the guard tells the host; one message each.
enum GuardReport: Equatable {
  /// The run's process runs.
  case started(run: UInt32, process: Int32)
  /// The run's process could not be started: an errno value of posix_spawn.
  case failed(run: UInt32, code: Int32)
  /// The run's process ended; it is kept unreaped until the host releases it.
  case ended(run: UInt32, bySignal: Bool, status: Int32)

  private enum Kind: UInt32 {
    case started = 1
    case failed = 2
    case exited = 3
    case signaled = 4
  }

  /// The message.
  var encoded: [UInt8] {
    let (kind, run, value): (Kind, UInt32, Int32) =
      switch self {
      case .started(let run, let process): (.started, run, process)
      case .failed(let run, let code): (.failed, run, code)
      case .ended(let run, let bySignal, let status): (bySignal ? .signaled : .exited, run, status)
      }
    var writer = WireWriter()
    writer.write(kind.rawValue)
    writer.write(run)
    writer.write(value)
    return writer.bytes
  }

  /// Reads a message; nil where it is none.
  init?(_ bytes: [UInt8]) {
    var reader = WireReader(bytes)
    guard
      let kind = reader.number().flatMap(Kind.init), let run = reader.number(),
      let value = reader.signedNumber()
    else { return nil }
    self =
      switch kind {
      case .started: .started(run: run, process: value)
      case .failed: .failed(run: run, code: value)
      case .exited: .ended(run: run, bySignal: false, status: value)
      case .signaled: .ended(run: run, bySignal: true, status: value)
      }
  }
}
