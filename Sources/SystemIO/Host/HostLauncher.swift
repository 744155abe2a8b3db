import Glibc

/// Connects to the user's host, and starts one where none listens.
///
/// It never removes a socket: whether one is stale is for the next host to find out, under its
/// lock.
public struct HostLauncher: Sendable {
  /// The host's socket.
  public let socket: SocketPath
  /// The command that starts a host: the program's path, then its arguments.
  public let command: [String]

  /// How long a host that was just started may take until it listens. It takes milliseconds; a
  /// machine that is swapping takes seconds, and a host that waits for its predecessor's end up to
  /// 10.
  private static let patience = Duration.seconds(15)
  /// What a host gets beside the scrubbed environment: where its plugins are, and what this same
  /// program needed to be loaded.
  private static let passedOn = ["JACKFIELD_PLUGIN_PATH", "LD_LIBRARY_PATH"]
  /// The longest sentence that a host says about itself.
  private static let noticeLimit = 4096

  /// Creates a launcher for the socket at `path` (nil for the user's own) that starts a host with
  /// `command` (nil for this very program's `serve`).
  public init(path: String? = nil, command: [String]? = nil) throws(HostUnavailable) {
    let path = path ?? HostPaths().socket
    do {
      socket = try SocketPath(path)
    } catch {
      throw .unusablePath(error)
    }
    self.command = command ?? [CurrentProcess.executable, "serve", "--socket", path]
  }

  /// Connects to the host that listens (`connect`), and checks that it is this user's
  /// (SO_PEERCRED).
  ///
  /// - Returns: A blocking, close-on-exec stream socket.
  public func connect() throws(HostUnavailable) -> Descriptor {
    let descriptor = try reach()
    try checkPeer(of: descriptor.number)
    return descriptor
  }

  private func reach() throws(HostUnavailable) -> Descriptor {
    do {
      return try UnixSocket.connect(to: socket)
    } catch {
      guard error.code == .notFound || error.code == .connectionRefused else {
        throw .unreachable(error)
      }
      throw .notRunning(path: socket.description)
    }
  }

  /// Root may serve a user; nobody else may stand in for the user's host.
  private func checkPeer(of number: Int32) throws(HostUnavailable) {
    let peer: PeerCredentials
    do {
      peer = try UnixSocket.peerCredentials(of: number)
    } catch {
      throw .unreachable(error)
    }
    guard peer.user == CurrentProcess.user || peer.user == 0 else {
      throw .foreign(path: socket.description, user: peer.user)
    }
  }

  /// Connects; where nobody listens, starts a host, waits until it listens, and connects.
  ///
  /// The host is no child of this process, has a session of its own, keeps none of its descriptors,
  /// and its working directory is `/`. Of two starters at once one host wins, and both connect to
  /// it.
  public func connectOrStart() throws(HostUnavailable) -> Descriptor {
    do {
      return try connect()
    } catch .notRunning {
      let notice = try start()
      do {
        return try connect()
      } catch .notRunning {
        throw .notStarted(reason: notice)
      }
    }
  }

  /// Starts a host and waits for its notice.
  private func start() throws(HostUnavailable) -> String {
    do {
      let pipe = try Pipe()
      let reading = pipe.reading
      let writing = pipe.writing
      let child = try launch.start(descriptors: [nil, nil, nil, writing.number])
      // Without this end the pipe ends when the host closes its own.
      writing.close()
      // The child leaves at once and the host goes on without it.
      _ = ChildProcess.awaitExit(of: child)
      return try notice(from: reading)
    } catch {
      throw .notStarted(reason: "\(error)")
    }
  }

  private var launch: ProcessLaunch {
    var environment = ScrubbedEnvironment()
    for name in HostLauncher.passedOn {
      if let value = CurrentProcess.variable(name) { environment.set(name, to: value) }
    }
    environment.set(StartNotice.variable, to: String(StartNotice.number))
    return ProcessLaunch(
      path: command[0], arguments: ["jackfield"] + command.dropFirst(),
      environment: environment.entries, directory: "/")
  }

  /// What the host says until it closes its end of the pipe.
  private func notice(from pipe: borrowing Descriptor) throws(SystemError) -> String {
    let deadline = Clock.monotonic + UInt64(HostLauncher.patience.nanoseconds)
    try Descriptor.setNonBlocking(pipe.number)
    var text: [UInt8] = []
    while text.count < HostLauncher.noticeLimit {
      var chunk = [UInt8](repeating: 0, count: HostLauncher.noticeLimit)
      let count = read(pipe.number, &chunk, chunk.count)
      if count > 0 { text.append(contentsOf: chunk[..<count]) }
      if count == 0 { break }
      let now = Clock.monotonic
      guard now < deadline else {
        return "it does not listen after \(HostLauncher.patience)"
      }
      var entry = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32((deadline - now) / 1_000_000 + 1)
      _ = try retrying("poll") { poll(&entry, 1, milliseconds) }
    }
    guard !text.isEmpty else { return "it ended before it listened" }
    return String(decoding: text, as: UTF8.self)
  }
}
