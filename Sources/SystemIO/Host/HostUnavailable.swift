/// Why there is no connection to a host.
public enum HostUnavailable: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path can't be a socket's.
  case unusablePath(SocketPath.Unusable)
  /// Nobody listens, and none was to be started.
  case notRunning(path: String)
  /// The one who listens is another user.
  case foreign(path: String, user: UInt32)
  /// The socket can't be reached, which tells nothing about the host.
  case unreachable(SystemError)
  /// A host was started and does not listen, with its own sentence.
  case notStarted(reason: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .unusablePath(let unusable): unusable.description
    case .notRunning(let path): "no host listens on '\(path)'"
    case .foreign(let path, let user): "'\(path)' belongs to a host of another user (\(user))"
    case .unreachable(let error): "the host can't be reached: \(error)"
    case .notStarted(let reason): "the host did not start: \(reason)"
    }
  }
}
