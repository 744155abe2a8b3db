import CLinux
import Glibc

/// Two sockets that are connected to each other; close-on-exec and blocking (`socketpair`).
@frozen
public struct SocketPair: ~Copyable {
  /// One end.
  public var first: Descriptor
  /// The other.
  public var second: Descriptor

  /// Opens a pair; with `messages` it keeps the borders of messages (SOCK_SEQPACKET).
  public init(messages: Bool = false) throws(SystemError) {
    var numbers: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &numbers) {
      clinux_socket_pair(messages, $0.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    try checked("socketpair", result)
    first = Descriptor(owning: numbers.0)
    second = Descriptor(owning: numbers.1)
  }
}
