package import SystemIO

/// The descriptors that carry messages; reading and writing never wait.
@PluginActor
package final class MessageChannel {
  /// nil once it is closed.
  private var input: Descriptor?
  /// nil where `input` is a socket, which carries both directions.
  private var output: Descriptor?

  /// Takes over a connected stream socket.
  package nonisolated init(socket: consuming Descriptor) throws(SystemError) {
    try Descriptor.setNonBlocking(socket.number)
    input = consume socket
    output = nil
  }

  /// Takes over two streams that don't block.
  package nonisolated init(input: consuming Descriptor, output: consuming Descriptor) {
    self.input = consume input
    self.output = consume output
  }

  /// Closes the descriptors: the other end sees that nothing more will come.
  func close() {
    input = nil
    output = nil
  }

  /// The number to wait for before a read; nil once it is closed.
  var inputNumber: Int32? {
    switch input {
    case .some(let input): input.number
    case nil: nil
    }
  }

  /// The number to wait for before a write; nil once it is closed.
  var outputNumber: Int32? {
    switch output {
    case .some(let output): output.number
    case nil: inputNumber
    }
  }

  /// Reads what is there. A connection that was reset is at its end.
  func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
    guard let number = inputNumber else { return .end }
    do {
      return try Descriptor.read(number, into: space)
    } catch {
      guard error.code == .connectionReset else { throw error }
      return .end
    }
  }

  /// Writes what fits.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Transfer {
    guard let number = outputNumber else { throw SystemError(.brokenPipe, call: "write") }
    var part = bytes
    return try withUnsafePointer(to: &part) { part throws(SystemError) in
      try Descriptor.write(number, UnsafeBufferPointer(start: part, count: 1))
    }
  }
}
