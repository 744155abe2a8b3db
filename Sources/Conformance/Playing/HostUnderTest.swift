import JSONRPC
import SystemIO

/// The host that is tested: how to reach it, how patient to be, and what it declares.
struct HostUnderTest {
  /// Opens a connection.
  let open: (Framing) throws(Unreachable) -> Connection
  /// How many connections there can be at once.
  let connectionLimit: Int
  /// How long each answer may take.
  let timeout: Duration
  /// What it declares; nothing is known before it was asked.
  var declarations = Declarations()

  /// Creates a host that is reached by `open`.
  init(
    timeout: Duration, connectionLimit: Int = .max,
    open: @escaping (Framing) throws(Unreachable) -> Connection
  ) {
    self.open = open
    self.connectionLimit = connectionLimit
    self.timeout = timeout
  }

  /// Creates the host that a user named.
  init(_ target: ConformanceRun.Target, timeout: Duration) {
    switch target {
    case .socket(let path):
      self.init(timeout: timeout) { framing throws(Unreachable) in
        try Unreachable.orElse {
          try Connection(UnixSocket.connect(to: SocketPath(path)), framing: framing)
        }
      }
    case .command(let command):
      // Standard streams are one connection.
      self.init(timeout: timeout, connectionLimit: 1) { framing throws(Unreachable) in
        try Unreachable.orElse {
          try HostProcess.start(command, framing: framing, patience: timeout)
        }
      }
    }
  }

  /// Why a scenario is not asked; nil where it is.
  func reasonToSkip(_ requirements: Requirements) -> String? {
    if let name = declarations.undeclared(requirements) { return "not declared: \(name)" }
    guard requirements.connections > connectionLimit else { return nil }
    return "needs \(requirements.connections) connections"
  }
}

/// There is no host to be tested.
struct Unreachable: Error {
  /// One sentence for people.
  let reason: String

  /// Calls what may fail to reach a host.
  fileprivate static func orElse<Result>(
    _ body: () throws -> Result
  ) throws(Unreachable) -> Result {
    do {
      return try body()
    } catch {
      throw Unreachable(reason: "\(error)")
    }
  }
}
