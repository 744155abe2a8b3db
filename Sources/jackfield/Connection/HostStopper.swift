import HostProtocol
import JackfieldClient
import SystemIO

/// Ends a host of any version.
///
/// What it needs of the host is stable: the socket, `initialize` and `host/stop`. A host that does
/// not take them is sent SIGTERM, once it is certain which process it is and that it is a host.
struct HostStopper {
  private let launcher: HostLauncher
  private let deadline: Deadline

  /// How long a host may think about being asked: it answers in milliseconds if it answers at all.
  private static let patience = Duration.seconds(5)

  /// When the host is asked no longer: half of the time is left for the signal's effect.
  private var askingEnds: Deadline {
    .after(deadline.remaining.map { min($0 / 2, Self.patience) } ?? Self.patience)
  }

  /// Prepares to stop the host at the socket that `launcher` knows.
  init(_ launcher: HostLauncher, until deadline: Deadline) {
    self.launcher = launcher
    self.deadline = deadline
  }

  /// Ends the host and waits until its process is gone.
  ///
  /// - Returns: Whether there was one.
  func stop() throws(Failure) -> Bool {
    guard let socket = try connect() else { return false }
    let peer: PeerCredentials
    let process: ProcessDescriptor
    do throws(SystemError) {
      peer = try UnixSocket.peerCredentials(of: socket.number)
      process = try ProcessDescriptor(of: peer.process)
    } catch {
      // It has ended by itself since.
      if error.code == .noSuchProcess { return true }
      throw Failure(.unreachable, "the host's process can't be found: \(error)")
    }
    if !ask(socket) { try terminate(process, of: peer) }
    try awaitEnd(of: process, peer.process)
    return true
  }

  private func connect() throws(Failure) -> Descriptor? {
    do {
      return try launcher.connect()
    } catch .notRunning {
      return nil
    } catch {
      throw Failure(error)
    }
  }

  /// Asks the host to end; whether it said yes.
  private func ask(_ socket: consuming Descriptor) -> Bool {
    let limit = askingEnds
    do {
      let connection = try ClientConnection(socket, as: .thisProgram, until: limit)
      _ = try connection.call(Method.hostStop.rawValue, until: limit)
      return true
    } catch {
      return false
    }
  }

  private func terminate(
    _ process: borrowing ProcessDescriptor, of peer: PeerCredentials
  ) throws(Failure) {
    guard isHost(peer) else {
      throw Failure(
        .unreachable,
        "process \(peer.process) listens on '\(launcher.socket)' and is no host of this user, so it "
          + "was left alone; choose another socket with --socket")
    }
    do {
      try process.signal(.terminate)
    } catch {
      guard error.code != .noSuchProcess else { return }
      throw Failure(.unreachable, "the host can't be sent a signal: \(error)")
    }
  }

  /// Whether the process is a host of this user: it holds the socket's lock, or is called so.
  private func isHost(_ peer: PeerCredentials) -> Bool {
    guard peer.user == CurrentProcess.user else { return false }
    let lock = HostPaths.lock(ofSocket: launcher.socket.description)
    return FileLock.recordedHolder(lock) == peer.process
      || Self.programName(of: peer.process) == "jackfield"
  }

  /// The name by which a process was started: the last component of its first argument.
  private static func programName(of process: Int32) -> String? {
    do {
      let arguments = try File.readStart(of: "/proc/\(process)/cmdline", count: File.procLimit)
      return String(decoding: arguments.prefix { $0 != 0 }, as: UTF8.self).lastPathComponent
    } catch {
      return nil
    }
  }

  private func awaitEnd(
    of process: borrowing ProcessDescriptor, _ id: Int32
  ) throws(Failure) {
    do throws(SystemError) {
      let end = try Epoll(capacity: 1)
      try end.add(process.number, for: .readable, token: 0)
      while !deadline.isOver {
        if try end.wait(timeout: deadline.remaining) > 0 { return }
      }
    } catch {
      throw Failure(.unreachable, "the host, process \(id), can't be waited for: \(error)")
    }
    throw Failure(
      .deadline, "the host, process \(id), has not ended yet; 'kill -9 \(id)' ends it by force")
  }
}
