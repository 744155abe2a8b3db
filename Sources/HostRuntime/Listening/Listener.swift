import SystemIO

/// The host's socket: claimed under a lock, watched, and removed at the end if it is still the
/// host's own.
final class Listener {
  /// What became of the socket's file.
  enum Finding: Equatable {
    /// It is there and ours.
    case intact
    /// It was gone and has been made anew; the descriptor is another one.
    case renewed
    /// Another host has the place.
    case lost
  }

  /// The listening socket; nil once it is closed.
  private var descriptor: Descriptor?
  private let place: Place?

  /// A socket that this host made, and its lock.
  private final class Place {
    let path: SocketPath
    var lock: FileLock
    var identity: FileStatus.Identity

    init(path: SocketPath, lock: consuming FileLock, identity: FileStatus.Identity) {
      self.path = path
      self.lock = lock
      self.identity = identity
    }

    var lockPath: String { HostPaths.lock(ofSocket: path.description) }
  }

  /// How long a host that is starting or ending is waited for: an ending one gives its plugins 8 s.
  private static let patience = Duration.seconds(10)
  /// Between two looks at a lock that another host holds; `flock` has no timed form.
  private static let lookMilliseconds = 5

  private init(descriptor: consuming Descriptor, place: Place?) {
    self.descriptor = consume descriptor
    self.place = place
  }

  /// Listens at `path`, in a folder of the user's own; a socket that nobody listens on is replaced.
  ///
  /// Nothing is ever decided by the socket's file alone: whoever holds the lock may replace it, and
  /// the lock is the kernel's, so that it goes with its holder.
  static func claim(_ path: String) throws(ListenFailure) -> Listener {
    let socketPath: SocketPath
    do {
      socketPath = try SocketPath(path)
    } catch {
      throw .unusablePath(error)
    }
    let paths = HostPaths()
    try PrivateFolder.prepare(path.parentPath ?? ".", maySticky: path != paths.socket)
    try checkPlace(path)
    let lock = try takeLock(for: socketPath)
    do {
      try lock.recordHolder()
      let descriptor = try listen(at: socketPath)
      let identity = try FileStatus(of: path).identity
      let place = Place(path: socketPath, lock: lock, identity: identity)
      return Listener(descriptor: descriptor, place: place)
    } catch let error as SystemError {
      throw .failed(error)
    } catch let failure as ListenFailure {
      throw failure
    } catch {
      throw .locked(process: nil, path: path)
    }
  }

  /// Takes over the socket that a supervisor listens on and passed as descriptor 3 (LISTEN_FDS);
  /// nil where there is none. It is the supervisor's file: it is neither watched nor removed.
  static func inherited() throws(ListenFailure) -> Listener? {
    guard let count = CurrentProcess.variable("LISTEN_FDS").flatMap({ Int($0) }), count > 0 else {
      return nil
    }
    let process = CurrentProcess.variable("LISTEN_PID")
    guard process == nil || process == "\(CurrentProcess.id)" else { return nil }
    for name in ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"] {
      CurrentProcess.removeVariable(name)
    }
    guard UnixSocket.isListener(inheritedNumber) else { throw .notASocket }
    do {
      try Descriptor.setCloseOnExec(inheritedNumber)
      try Descriptor.setNonBlocking(inheritedNumber)
    } catch {
      throw .failed(error)
    }
    return Listener(descriptor: Descriptor(owning: inheritedNumber), place: nil)
  }

  /// The first descriptor that a supervisor passes.
  private static let inheritedNumber: Int32 = 3

  private static func takeLock(for path: SocketPath) throws(ListenFailure) -> FileLock {
    let lockPath = HostPaths.lock(ofSocket: path.description)
    let deadline = Clock.monotonic + UInt64(patience / .nanoseconds(1))
    do {
      while true {
        if let lock = try FileLock.take(lockPath) { return lock }
        if let peer = try UnixSocket.isListening(at: path) {
          throw ListenFailure.alreadyRunning(process: peer.process, path: path.description)
        }
        guard Clock.monotonic < deadline else {
          let holder = FileLock.recordedHolder(lockPath)
          throw ListenFailure.locked(process: holder, path: path.description)
        }
        Clock.pause(milliseconds: lookMilliseconds)
      }
    } catch let error as SystemError {
      throw .failed(error)
    } catch let failure as ListenFailure {
      throw failure
    } catch {
      throw .locked(process: nil, path: path.description)
    }
  }

  /// Listens, with the lock held: a socket in the way is a dead host's unless somebody answers.
  private static func listen(at path: SocketPath) throws -> Descriptor {
    do {
      return try UnixSocket.listen(at: path)
    } catch {
      guard error.code == .addressInUse else { throw error }
    }
    if let peer = try UnixSocket.isListening(at: path) {
      throw ListenFailure.alreadyRunning(process: peer.process, path: path.description)
    }
    try checkPlace(path.description)
    try File.remove(path.description)
    return try UnixSocket.listen(at: path)
  }

  /// Whatever stands at the path and is no socket is somebody's file, and stays.
  private static func checkPlace(_ path: String) throws(ListenFailure) {
    let kind: FileStatus.Kind
    do throws(SystemError) { kind = try FileStatus(of: path).kind } catch {
      guard error.code == .notFound else { throw .failed(error) }
      return
    }
    guard kind == .socket else { throw .occupied(path: path) }
  }

  // MARK: Watching

  /// The listening socket's number, to wait for; nil once it is closed.
  var number: Int32? { descriptor?.number }

  /// Looks whether the socket's file is still there and ours, and makes it anew where a cleaner
  /// took it.
  func inspect() -> Finding {
    guard let place, descriptor != nil else { return .intact }
    do {
      if !place.lock.isHeld(at: place.lockPath) {
        // The lock's file was taken too: another host may hold the new one.
        guard let lock = try FileLock.take(place.lockPath) else { return .lost }
        place.lock = lock
        try place.lock.recordHolder()
      }
      if isOurs(place) { return .intact }
      descriptor = try Self.listen(at: place.path)
      place.identity = try FileStatus(of: place.path.description).identity
      return .renewed
    } catch {
      return .lost
    }
  }

  private func isOurs(_ place: Place) -> Bool {
    do {
      return try FileStatus(of: place.path.description).identity == place.identity
    } catch {
      return false
    }
  }

  /// Stops listening; the file goes with it if it is ours. The lock stays held until the process
  /// ends, so that no other host starts plugins beside those that are still ending.
  func close() {
    guard descriptor != nil else { return }
    if let place, isOurs(place) {
      do {
        try File.remove(place.path.description)
      } catch {
        // Somebody else removed it in between; that was all there was to do.
      }
    }
    descriptor = nil
  }
}
