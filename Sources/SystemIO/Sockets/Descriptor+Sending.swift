import Glibc

extension Descriptor {
  /// Writes once what fits of `buffer` to a socket; EPIPE without SIGPIPE (`send` MSG_NOSIGNAL), for
  /// libraries, which must not decide about a program's signals.
  public borrowing func send(_ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Transfer {
    while true {
      let count = Glibc.send(number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
      if count >= 0 { return .bytes(count) }
      if errno == EAGAIN { return .wouldBlock }
      guard errno == EINTR else { throw SystemError.last("send") }
    }
  }
}
