import CLinux
import Glibc

/// Unix stream sockets; each call is one or two system calls.
public enum UnixSocket {
  /// Binds and listens, and lets nobody but this user in: the file gets mode 0600 whatever the
  /// umask is, since it is bound under umask 0177 (`socket`, `umask`, `bind`, `listen`).
  ///
  /// - Returns: A non-blocking descriptor.
  public static func listen(at path: SocketPath) throws(SystemError) -> Descriptor {
    let socket = Descriptor(owning: try checked("socket", clinux_unix_socket(true)))
    let mask = umask(0o177)
    let bound = clinux_unix_bind(socket.number, path.description)
    let failure = bound == -1 ? SystemError.last("bind", path.description) : nil
    umask(mask)
    if let failure { throw failure }
    try checked("listen", of: path.description, Glibc.listen(socket.number, backlog))
    return socket
  }

  /// Connections that the kernel keeps until they are accepted: all front ends of a machine at once
  /// after a restart; the kernel lowers it to its own limit (`net.core.somaxconn`, 4096).
  private static let backlog: Int32 = 4096

  /// Connects and waits until the listener's queue has room (`connect`).
  ///
  /// - Returns: A blocking descriptor.
  public static func connect(to path: SocketPath) throws(SystemError) -> Descriptor {
    let socket = Descriptor(owning: try checked("socket", clinux_unix_socket(false)))
    _ = try retrying("connect", of: path.description) {
      clinux_unix_connect(socket.number, path.description)
    }
    return socket
  }

  /// Whether somebody listens at `path`: only a refusal or a missing file means no; what else fails
  /// says nothing about the listener and is thrown. The connection is closed at once.
  public static func isListening(at path: SocketPath) throws(SystemError) -> PeerCredentials? {
    do {
      let socket = Descriptor(owning: try checked("socket", clinux_unix_socket(true)))
      let result = clinux_unix_connect(socket.number, path.description)
      // A full queue (EAGAIN) is a listener that is busy; it has no credentials to tell yet.
      if result == -1, errno == EAGAIN { return PeerCredentials(process: 0, user: getuid()) }
      try checked("connect", of: path.description, result)
      return try peerCredentials(of: socket.number)
    } catch {
      guard error.code == .connectionRefused || error.code == .notFound else { throw error }
      return nil
    }
  }

  /// Takes the next connection: non-blocking, close-on-exec (`accept4`); nil when there is none any
  /// more.
  public static func accept(from listener: Int32) throws(SystemError) -> Descriptor? {
    while true {
      let number = clinux_accept(listener)
      if number >= 0 { return Descriptor(owning: number) }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw SystemError.last("accept4")
      }
    }
  }

  /// Who is at the other end (`getsockopt` SO_PEERCRED), as it was when the connection was made.
  public static func peerCredentials(
    of number: Int32
  ) throws(SystemError) -> PeerCredentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
    try checked("getsockopt", clinux_peer_credentials(number, &process, &user, &group))
    return PeerCredentials(process: process, user: user)
  }

  /// Whether the descriptor is a Unix socket that listens (`getsockopt` SO_ACCEPTCONN).
  public static func isListener(_ number: Int32) -> Bool {
    clinux_is_listening_unix_socket(number) == 1
  }

  /// Says that nothing more will be written; what was written before still arrives (`shutdown`
  /// SHUT_WR).
  public static func endOutput(of number: Int32) {
    // A peer that is gone already (ENOTCONN) has nothing to be told.
    shutdown(number, Int32(SHUT_WR))
  }
}

/// Who is at the other end of a connection.
public struct PeerCredentials: Equatable, Sendable {
  /// The process that connected, or that called listen; 0 where it is not known.
  public let process: Int32
  /// Its effective user.
  public let user: UInt32

  /// Creates the credentials of `process` and `user`.
  public init(process: Int32, user: UInt32) {
    self.process = process
    self.user = user
  }
}
