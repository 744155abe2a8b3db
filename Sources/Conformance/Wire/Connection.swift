import JSONRPC
import SystemIO

/// One front end's connection to the host under test.
final class Connection {
  /// The framing that it speaks.
  let framing: Framing
  /// Whether the host has closed it.
  private(set) var hasEnded = false
  /// Whether there is still a point in writing.
  private(set) var canWrite = true

  private var socket: Descriptor?
  private var process: HostProcess?
  private let number: Int32
  private let epoll: Epoll
  private var cutter: FrameCutter

  /// Takes over a connected stream socket, and the process that ends with it if there is one.
  init(
    _ socket: consuming Descriptor, framing: Framing, process: HostProcess? = nil
  ) throws(SystemError) {
    number = socket.number
    try Descriptor.setNonBlocking(number)
    epoll = try Epoll(capacity: 1)
    try epoll.add(number, for: .readable, token: 0)
    self.socket = consume socket
    self.process = process
    self.framing = framing
    cutter = FrameCutter(framing: framing)
  }

  /// Writes all of `bytes` and reads meanwhile, so that neither side waits for the other.
  ///
  /// A host that does not take them any more is no failure: what counts is what it says.
  func write(_ bytes: ArraySlice<UInt8>, before deadline: Deadline) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty, canWrite {
      let readiness = try wait(for: [.readable, .writable], before: deadline)
      if !readiness.isDisjoint(with: [.readable, .hangUp, .failure]) { fill() }
      if readiness.contains(.writable) { rest = rest.dropFirst(writeOnce(rest)) }
    }
  }

  /// The next message's text; nil at the end of the connection.
  func receive(before deadline: Deadline) throws(Failure) -> [UInt8]? {
    while true {
      if let message = try cutter.next() { return message }
      guard !hasEnded else { break }
      _ = try wait(for: .readable, before: deadline)
      fill()
    }
    guard cutter.rest.isEmpty else {
      throw Failure("the end cuts a message", rule: "F-4", received: cutter.rest)
    }
    return nil
  }

  /// Says that nothing more will be written.
  func closeWrite() {
    canWrite = false
    UnixSocket.endOutput(of: number)
  }

  /// Closes both directions.
  ///
  /// - Returns: Whether the host's process, if it ends with the connection, left by itself.
  @discardableResult
  func close() -> Bool {
    canWrite = false
    hasEnded = true
    socket = nil
    defer { process = nil }
    return process?.end() ?? true
  }

  private func wait(
    for wanted: Epoll.Readiness, before deadline: Deadline
  ) throws(Failure) -> Epoll.Readiness {
    do {
      try epoll.change(number, to: hasEnded ? wanted.subtracting(.readable) : wanted, token: 0)
      while let remaining = deadline.remaining {
        if try epoll.wait(timeout: remaining) > 0 { return epoll[0].readiness }
      }
    } catch {
      throw Failure("the connection is broken: \(error)", received: cutter.rest)
    }
    throw Failure("nothing came in time", received: cutter.rest)
  }

  /// Reads once; a reset is the end.
  private func fill() {
    guard !hasEnded else { return }
    withUnsafeTemporaryAllocation(byteCount: Connection.chunkSize, alignment: 1) { chunk in
      do {
        switch try Descriptor.read(number, into: chunk) {
        case .bytes(let count): cutter.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        case .wouldBlock: break
        case .end: hasEnded = true
        }
      } catch {
        hasEnded = true
      }
    }
  }

  private func writeOnce(_ bytes: ArraySlice<UInt8>) -> Int {
    do {
      let transfer = try bytes.withUnsafeBytes { buffer throws(SystemError) in
        try writeOnce(buffer)
      }
      if case .bytes(let count)? = transfer { return count }
    } catch {
      canWrite = false
    }
    return 0
  }

  private func writeOnce(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Transfer? {
    guard let number = socket?.number else { return nil }
    return try withUnsafePointer(to: buffer) { part throws(SystemError) in
      try Descriptor.write(number, UnsafeBufferPointer(start: part, count: 1))
    }
  }

  /// Bytes that one read takes: what a Unix socket's buffer holds in a few writes.
  private static let chunkSize = 64 * 1024
}
