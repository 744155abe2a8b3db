import SystemIO

/// The bytes between a client and a host: a socket that never blocks, and ways to wait for it.
struct HostStream: ~Copyable {
  private let socket: Descriptor
  private let readiness: Epoll
  private var awaitsWriting = false
  private var isOutputDead = false

  /// What the two descriptors are added to `readiness` with.
  private enum Token {
    static let socket: UInt64 = 0
    static let interruption: UInt64 = 1
  }

  /// Takes over a connected socket.
  init(_ socket: consuming Descriptor) throws(SystemError) {
    let readiness = try Epoll(capacity: 2)
    try Descriptor.setNonBlocking(socket.number)
    try readiness.add(socket.number, for: .readable, token: Token.socket)
    self.socket = socket
    self.readiness = readiness
  }

  /// Ends waits when the descriptor `number` becomes readable; it stays its owner's.
  func interruptWaits(by number: Int32) throws(SystemError) {
    try readiness.add(number, for: .readable, token: Token.interruption)
  }

  /// Writes what fits of `bytes`.
  ///
  /// A host that closed its end may have said why before: then all of `bytes` counts as written,
  /// and the reads tell the rest.
  ///
  /// - Returns: How many bytes were taken.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    guard !isOutputDead else { return bytes.count }
    do {
      guard case .bytes(let count) = try socket.send(bytes) else { return 0 }
      return count
    } catch {
      guard error.code == .brokenPipe || error.code == .connectionReset else { throw error }
      isOutputDead = true
      return bytes.count
    }
  }

  /// Reads what is there. A connection that was reset is at its end.
  func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
    do {
      return try Descriptor.read(socket.number, into: space)
    } catch {
      guard error.code == .connectionReset else { throw error }
      return .end
    }
  }

  /// Waits until the socket can be read, or written if asked for.
  ///
  /// - Throws: `deadlineExceeded`, `interrupted` or `system`.
  mutating func wait(
    forWriting: Bool, until deadline: Deadline
  ) throws(ClientError) {
    let count: Int
    do throws(SystemError) {
      if forWriting != awaitsWriting {
        let wanted: Epoll.Readiness = forWriting ? [.readable, .writable] : .readable
        try readiness.change(socket.number, to: wanted, token: Token.socket)
        awaitsWriting = forWriting
      }
      count = try readiness.wait(timeout: deadline.remaining)
    } catch {
      throw .system("\(error)")
    }
    for index in 0..<count where readiness[index].token == Token.interruption {
      throw .interrupted
    }
    if count == 0, deadline.isOver { throw .deadlineExceeded }
  }
}
