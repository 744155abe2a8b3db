import SystemIO

/// The plugins' parent: a small process of its own between the host and the plugins.
///
/// It exists for one promise: no plugin outlives the host, however the host ends. A parent-death
/// signal reaches no grandchildren and `posix_spawn` can't set one; a host that was killed can't
/// clean up. So the guard starts the plugins, is the subreaper of whatever they leave behind, and
/// when the host's end of their socket closes, it kills all that is below it. It knows nothing of
/// messages: pipes are made by the host and pass through.
///
/// A plugin that ended stays a zombie until the host has read its last output and releases it. Only
/// then is its group killed and its id given back, so that no signal can ever reach another's
/// group.
public struct Guard: ~Copyable {
  /// The descriptor of the socket to the host, as the host starts the guard.
  static let socketNumber: Int32 = 3

  /// Time between SIGTERM and SIGKILL for plugins whose host is gone: enough to finish a write, and
  /// well within the second after which nothing may be left.
  private static let grace = Duration.milliseconds(400)

  private let host: MessageSocket
  private let epoll: Epoll
  private let childSignals: SignalReceiver
  private var leaders: [UInt32: Leader] = [:]

  private enum Token {
    static let host: UInt64 = 0
    static let childSignal: UInt64 = 1
    /// The run's number is added.
    static let firstRun: UInt64 = 2
  }

  /// Runs the guard until its host is gone, and everything below it too.
  ///
  /// - Returns: The exit code.
  public static func run(arguments: [String]) -> Int32 {
    do {
      // Its life is bound to its host's, not to a terminal or a careless pkill.
      for signal in [Signal.terminate, .interrupt, .hangUp, .brokenPipe] { try signal.ignore() }
      if let limit = arguments.first.flatMap(UInt64.init) {
        CurrentProcess.limitOpenFiles(to: limit)
      }
      try ChildProcess.adoptOrphans()
      try Descriptor.setCloseOnExec(Guard.socketNumber)
      var guardian = Guard(
        host: MessageSocket(Descriptor(owning: Guard.socketNumber)), epoll: try Epoll(capacity: 64),
        childSignals: try SignalReceiver([.child]))
      try guardian.serve()
      try guardian.endAll()
      return 0
    } catch {
      // Without a socket there is nobody to tell; whoever waits for this process sees the code.
      ProcessTree.killAll()
      return 70
    }
  }

  private init(
    host: consuming MessageSocket, epoll: consuming Epoll, childSignals: consuming SignalReceiver
  ) {
    self.host = host
    self.epoll = epoll
    self.childSignals = childSignals
  }

  /// Serves the host until it is gone.
  private mutating func serve() throws(SystemError) {
    try epoll.add(host.number, for: .readable, token: Token.host)
    try epoll.add(childSignals.number, for: .readable, token: Token.childSignal)
    while true {
      for index in 0..<(try epoll.wait(timeout: nil)) {
        switch epoll[index].token {
        case Token.host:
          guard try receive() else { return }
        case Token.childSignal:
          while childSignals.next() != nil {}
          reapOrphans()
        case let token:
          guard try reportEnd(ofRun: UInt32(token - Token.firstRun)) else { return }
        }
      }
    }
  }

  // MARK: Requests

  /// Takes one request; false when the host is gone.
  private mutating func receive() throws(SystemError) -> Bool {
    switch try host.receive() {
    case .end: return false
    case .wouldBlock: return true
    case .message(let bytes, let descriptors):
      switch GuardRequest(bytes) {
      case .start(let run, let launch, let given):
        return try start(run, launch, given, descriptors)
      case .signal(let run, let signal):
        if let leader = leaders[run] { ChildProcess.signalGroup(ledBy: leader.process, signal) }
      case .release(let run):
        release(run)
      case nil:
        // Host and guard are one program: a message that can't be read is a fault of ours, and
        // plugins without supervision are worse than none.
        return false
      }
      return true
    }
  }

  private func place(_ numbers: [Int32], _ given: [Bool]) -> [Int32?] {
    var rest = numbers[...]
    return given.map { $0 ? rest.popFirst() : nil }
  }

  private mutating func start(
    _ run: UInt32, _ launch: ProcessLaunch, _ given: [Bool],
    _ descriptors: consuming DescriptorList
  ) throws(SystemError) -> Bool {
    let process: Int32
    do {
      process = try launch.start(descriptors: place(descriptors.numbers, given))
    } catch {
      return try report(.failed(run: run, code: error.code.rawValue))
    }
    // Before the host hears of the process: what it writes then must not end in a pipe that only
    // this process still reads.
    descriptors.close()
    let leader = Leader(process: process, descriptor: try ProcessDescriptor(of: process))
    leaders[run] = leader
    try epoll.add(
      leader.descriptor.number, for: .readable, token: Token.firstRun + UInt64(run))
    return try report(.started(run: run, process: process))
  }

  /// Kills the group while its leader's id can't be anybody else's, then gives the id back.
  private mutating func release(_ run: UInt32) {
    guard let leader = leaders.removeValue(forKey: run) else { return }
    ChildProcess.signalGroup(ledBy: leader.process, .kill)
    if leader.hasEnded {
      _ = ChildProcess.reap(leader.process)
    }
    reapOrphans()
  }

  // MARK: Ends

  private mutating func reportEnd(ofRun run: UInt32) throws(SystemError) -> Bool {
    guard let leader = leaders[run], !leader.hasEnded,
      let exit = ChildProcess.peek(leader.process)
    else { return true }
    leader.hasEnded = true
    try epoll.remove(leader.descriptor.number)
    return try report(.ended(run: run, bySignal: exit.bySignal, status: exit.status))
  }

  /// Reaps children that are nobody's leader: what plugins left behind.
  ///
  /// A leader that waits for its release may hide others that ended after it: those are looked for
  /// by name then.
  private func reapOrphans() {
    while let exit = ChildProcess.peek() {
      guard !isLeader(exit.process) else {
        for child in ProcessTree.children() where !isLeader(child) { _ = ChildProcess.reap(child) }
        return
      }
      _ = ChildProcess.reap(exit.process)
    }
  }

  private func isLeader(_ process: Int32) -> Bool {
    leaders.values.contains { $0.process == process }
  }

  /// Tells the host; false when it is gone.
  private func report(_ report: GuardReport) throws(SystemError) -> Bool {
    do {
      return try host.send(report.encoded, wait: true)
    } catch {
      guard error.code == .brokenPipe || error.code == .connectionReset else { throw error }
      return false
    }
  }

  // MARK: The end of the host

  /// Ends everything below: SIGTERM to all groups, SIGKILL to all that is left a moment later.
  private mutating func endAll() throws(SystemError) {
    // Its end would be told again and again.
    try epoll.remove(host.number)
    for leader in leaders.values {
      ChildProcess.signalGroup(ledBy: leader.process, .terminate)
    }
    let deadline = Clock.monotonic + UInt64(Guard.grace / .nanoseconds(1))
    leaders.removeAll()
    while ChildProcess.hasChildren {
      reapOrphans()
      let now = Clock.monotonic
      guard now < deadline else { break }
      _ = try epoll.wait(timeout: .nanoseconds(Int64(deadline - now)))
      while childSignals.next() != nil {}
    }
    ProcessTree.killAll()
  }
}

/// A plugin's process, the leader of its group; its id is certain as long as this exists.
private final class Leader {
  let process: Int32
  let descriptor: ProcessDescriptor
  var hasEnded = false

  init(process: Int32, descriptor: consuming ProcessDescriptor) {
    self.process = process
    self.descriptor = descriptor
  }
}
