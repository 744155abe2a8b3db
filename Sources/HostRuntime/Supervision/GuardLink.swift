import SystemIO

/// The host's end of its guard: starts it when the first plugin is started, and never waits for it.
///
/// Requests that do not fit into the socket are kept, in order, until it is writable.
final class GuardLink {
  /// What the guard's socket brought.
  enum Arrival {
    /// A report.
    case report(GuardReport)
    /// Nothing more now.
    case nothing
    /// The guard is gone; its death is told by `SIGCHLD`, when its children are ours.
    case end
  }

  /// The guard's process id; nil while there is none.
  private(set) var process: Int32?
  private var socket: MessageSocket?
  private var waiting: [Waiting] = []

  private let executable: String
  private let openFiles: Int?

  /// Creates a link that starts `executable guard` when it is needed, with `openFiles` as its soft
  /// limit on descriptors (the host's own is raised, which programs that use select can't stand).
  init(executable: String, openFiles: Int?) {
    self.executable = executable
    self.openFiles = openFiles
  }

  /// The socket's number, to wait for; nil while there is no guard.
  var number: Int32? { socket?.number }

  /// Whether requests wait until the socket is writable.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Starts the guard (`posix_spawn`), with the socket as its descriptor 3 and nothing else of the
  /// host.
  func start() throws(SystemError) {
    try ChildProcess.adoptOrphans()
    let pair = try SocketPair(messages: true)
    let near = pair.first
    let far = pair.second
    let launch = ProcessLaunch(
      path: executable, arguments: ["jackfield", "guard"] + (openFiles.map { ["\($0)"] } ?? []),
      environment: CurrentProcess.environment, directory: "/")
    process = try launch.start(descriptors: [nil, nil, nil, far.number])
    far.close()
    try Descriptor.setNonBlocking(near.number)
    socket = MessageSocket(near)
    waiting.removeAll()
  }

  /// Sends a request; the descriptors are closed here once they are on their way.
  func send(_ request: GuardRequest, passing descriptors: consuming DescriptorList)
    throws(SystemError)
  {
    waiting.append(Waiting(bytes: request.encoded, descriptors: descriptors))
    try flush()
  }

  /// Sends a request without descriptors.
  func send(_ request: GuardRequest) throws(SystemError) {
    try send(request, passing: DescriptorList(owning: []))
  }

  /// Sends what waits, as far as there is room.
  func flush() throws(SystemError) {
    while let next = waiting.first, socket != nil {
      let isSent = try socket?.send(next.bytes, passing: next.descriptors.numbers, wait: false)
      guard isSent == true else { return }
      waiting.removeFirst()
    }
  }

  /// Takes what the socket has next.
  func receive() throws(SystemError) -> Arrival {
    guard let received = try socket?.receive() else { return .nothing }
    switch consume received {
    case .message(let bytes, _):
      // A message that can't be read comes from another program: nothing it says can be relied on.
      return GuardReport(bytes).map { .report($0) } ?? .end
    case .wouldBlock: return .nothing
    case .end: return .end
    }
  }

  /// Closes the socket, which ends the guard and all below it.
  func close() {
    socket = nil
    waiting.removeAll()
  }

  /// Ends the guard and waits, within bounds, until nothing is left below it.
  func endAndWait() {
    close()
    guard let process else { return }
    do {
      let end = try ProcessDescriptor(of: process)
      let epoll = try Epoll(capacity: 1)
      try epoll.add(end.number, for: .readable, token: 0)
      _ = try epoll.wait(timeout: Self.endPatience)
    } catch {
      // It goes on by itself; waiting was a courtesy to whoever counts processes.
    }
  }

  /// Longer than the guard gives plugins that should be gone already.
  private static let endPatience = Duration.seconds(1)

  /// Forgets the guard's process, once it has been reaped.
  func forgetProcess() {
    process = nil
    close()
  }
}

/// A request that has not been sent, with the descriptors that go with it.
private final class Waiting {
  let bytes: [UInt8]
  let descriptors: DescriptorList

  init(bytes: [UInt8], descriptors: consuming DescriptorList) {
    self.bytes = bytes
    self.descriptors = descriptors
  }
}
