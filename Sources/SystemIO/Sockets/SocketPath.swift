import CLinux

/// The path of a Unix socket, known to fit into an address.
public struct SocketPath: Equatable, Sendable, CustomStringConvertible {
  /// The most bytes that a path may have: what `sockaddr_un` holds less its closing NUL (107 on
  /// Linux).
  public static let limit = clinux_socket_path_limit()

  /// Why a path can't be a socket's.
  public struct Unusable: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence, with the path, its length and the limit.
    public let description: String
  }

  /// The path.
  public let description: String

  /// Checks the length of `path`, and that no NUL cuts it short.
  public init(_ path: String) throws(Unusable) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw Unusable(description: "the socket's path is empty or contains a NUL byte")
    }
    guard path.utf8.count <= SocketPath.limit else {
      throw Unusable(
        description: "the socket's path '\(path)' is \(path.utf8.count) bytes long; "
          + "a Unix socket's path may have at most \(SocketPath.limit): "
          + "choose a shorter one with --socket or XDG_RUNTIME_DIR")
    }
    description = path
  }
}
