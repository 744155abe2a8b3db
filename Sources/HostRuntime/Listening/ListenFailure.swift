import SystemIO

/// Why the host can't listen, as one sentence for people.
enum ListenFailure: Error, Equatable, CustomStringConvertible {
  /// A host listens already.
  case alreadyRunning(process: Int32, path: String)
  /// Another host holds the lock and neither listens nor goes.
  case locked(process: Int32?, path: String)
  /// A file that is no socket has the path.
  case occupied(path: String)
  /// The socket's folder is not private.
  case unsafeFolder(reason: String)
  /// The path can't be a socket's.
  case unusablePath(SocketPath.Unusable)
  /// A supervisor passed something else than a listening Unix socket.
  case notASocket
  /// A system call failed.
  case failed(SystemError)

  var description: String {
    switch self {
    case .alreadyRunning(let process, let path):
      "a host is already running (pid \(process)) on '\(path)'"
    case .locked(let process, let path):
      "another host (pid \(process.map(String.init) ?? "unknown")) "
        + "is starting or ending on '\(path)'"
    case .occupied(let path): "'\(path)' is a file and no socket; name another path for the socket"
    case .unsafeFolder(let reason): reason
    case .unusablePath(let unusable): unusable.description
    case .notASocket: "LISTEN_FDS is set, but descriptor 3 is not a listening Unix socket"
    case .failed(let error): "\(error)"
    }
  }
}
