import HostProtocol
import JackfieldClient
import SystemIO

/// Which host a command talks to, and how long.
struct HostAccess {
  /// Connects to the host, and starts it.
  let launcher: HostLauncher
  /// Whether a host may be started.
  let mayStart: Bool
  /// Whether folders of plugins were named for a host that is started.
  private let namesPlugins: Bool
  /// When the command gives up.
  let deadline: Deadline

  /// How long a command waits if nobody says otherwise: longer than any of the host's own limits, so
  /// that a host that works always answers first.
  static let patience = Duration.seconds(30)
  /// A day: a longer time is a slip of the finger.
  private static let longestTimeout = 86_400

  /// Reads the connection options; without one for it the command waits for `patience`, or without end.
  init(
    _ arguments: ParsedArguments, patience: Duration? = HostAccess.patience
  ) throws(Failure) {
    let path = try Self.absolute(arguments.value(of: .socket) ?? HostPaths().socket)
    var command = [CurrentProcess.executable, "serve", "--socket", path]
    for directory in arguments.values(of: .plugins) {
      command += ["--plugins", try Self.absolute(directory)]
    }
    do {
      launcher = try HostLauncher(path: path, command: command)
    } catch {
      throw Failure(error)
    }
    mayStart = !arguments.has(.noSpawn)
    namesPlugins = !arguments.values(of: .plugins).isEmpty
    let timeout = try arguments.seconds(of: .timeout, in: 0...Self.longestTimeout)
    let limit = timeout ?? patience ?? .zero
    deadline = limit == .zero ? .never : .after(limit)
  }

  /// Opens a session at the host, which is started if it may be and none listens.
  func open(for console: Console, features: [String] = []) throws(Failure) -> Conversation {
    let conversation = try connect(features)
    let identity = BuildIdentity(of: conversation.connection.host.host)
    guard identity.isOther else { return conversation }
    if mayStart, try conversation.hostIsIdleAndOnDemand() {
      try conversation.stopHost()
      return try connect(features)
    }
    console.report(
      "the host is \(identity), not the one of this command; 'jackfield stop' ends it, and the next "
        + "command starts this one", from: "note")
    return conversation
  }

  /// Connects to the host that listens, or else to one that is started.
  private func connect(_ features: [String]) throws(Failure) -> Conversation {
    do {
      return Conversation(
        connection: try connection(features, mayStart: false), deadline: deadline,
        overlooksPlugins: namesPlugins)
    } catch .unavailable(.notRunning) where mayStart {
      do {
        return Conversation(
          connection: try connection(features, mayStart: true), deadline: deadline)
      } catch {
        throw Failure(error)
      }
    } catch {
      throw Failure(error)
    }
  }

  private func connection(
    _ features: [String], mayStart: Bool
  ) throws(ClientError) -> ClientConnection {
    try ClientConnection(
      by: launcher, mayStart: mayStart, as: .thisProgram, features: features, until: deadline)
  }

  /// The path from the root, since a host that is started works in another folder.
  static func absolute(_ path: String) throws(Failure) -> String {
    guard !path.isEmpty else { throw .usage("a path must not be empty") }
    if path.hasPrefix("/") { return path }
    guard let directory = CurrentProcess.directory else {
      throw Failure(.inputOutput, "the working directory is gone, so '\(path)' means nothing")
    }
    return directory + "/" + path
  }
}
