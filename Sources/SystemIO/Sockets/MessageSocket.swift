import CLinux
import Glibc

/// A socket that carries whole messages with descriptors beside them (SOCK_SEQPACKET, SCM_RIGHTS).
public struct MessageSocket: ~Copyable {
  /// Bytes of the largest message: two thirds of the smallest default send buffer (208 KiB), so
  /// that one message always fits.
  public static let messageLimit = 128 * 1024

  private let descriptor: Descriptor

  /// Takes over a socket of `UnixSocket.pair(messages: true)`.
  public init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// The number, to wait for with `Epoll`.
  public var number: Int32 { descriptor.number }

  /// Sends a message (`sendmsg`), and waits for room where `wait`; the descriptors are copied to
  /// the receiver and stay the caller's. False when there was no room.
  public borrowing func send(
    _ bytes: [UInt8], passing descriptors: [Int32] = [], wait: Bool
  ) throws(SystemError) -> Bool {
    while true {
      let count = clinux_send_message(
        descriptor.number, bytes, bytes.count, descriptors, descriptors.count, wait)
      if count >= 0 { return true }
      if errno == EAGAIN { return false }
      guard errno == EINTR else { throw SystemError.last("sendmsg") }
    }
  }

  /// What came from the other end.
  public enum Received: ~Copyable {
    /// A message and the descriptors beside it.
    case message([UInt8], DescriptorList)
    /// Nothing now, on a non-blocking socket.
    case wouldBlock
    /// The other end is closed.
    case end
  }

  /// Receives a message (`recvmsg`).
  public borrowing func receive() throws(SystemError) -> Received {
    try withUnsafeTemporaryAllocation(byteCount: MessageSocket.messageLimit, alignment: 1) {
      buffer throws(SystemError) -> Received in
      var passed = [Int32](repeating: -1, count: MessageSocket.passedLimit)
      var passedCount = passed.count
      var count = -1
      repeat {
        passedCount = passed.count
        count = clinux_receive_message(
          descriptor.number, buffer.baseAddress, buffer.count, &passed, &passedCount)
      } while count == -1 && errno == EINTR
      if count == -1, errno == EAGAIN { return .wouldBlock }
      // A process that died with unread messages in its queue resets the connection: an end as
      // well.
      if count == 0 || (count == -1 && errno == ECONNRESET) { return .end }
      guard count > 0 else { throw SystemError.last("recvmsg") }
      let message = [UInt8](UnsafeRawBufferPointer(buffer)[..<count])
      return .message(message, DescriptorList(owning: Array(passed[..<passedCount])))
    }
  }

  /// Descriptors that a message may bring: a process' three streams and its message channel.
  private static let passedLimit = 4
}

/// Descriptors that are owned together and closed together.
public struct DescriptorList: ~Copyable {
  /// Their numbers; they must not be closed and not be kept.
  public let numbers: [Int32]

  /// Takes over descriptors that nobody else closes.
  public init(owning numbers: [Int32]) {
    self.numbers = numbers
  }

  deinit {
    for number in numbers { Glibc.close(number) }
  }

  /// Closes them now (`close`).
  public consuming func close() {}
}
