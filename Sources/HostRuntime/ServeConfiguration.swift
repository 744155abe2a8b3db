import SystemIO

/// How `jackfield serve` was asked to run.
public struct ServeConfiguration: Sendable {
  /// Whether the one front end is on standard input and output; no socket is made then.
  public var usesStandardStreams = false
  /// The socket's path; nil for the user's own.
  public var socketPath: String?
  /// Folders named with `--plugins`, whose plugins are enabled; relative ones are relative to the
  /// working directory at the start.
  public var pluginDirectories: [String] = []
  /// The program that is started again as the guard (`PATH guard`).
  public var executable = CurrentProcess.executable
  /// How long a frame may take from its first byte to its last.
  public var frameDeadline = LoopLimits.frame
  /// Bytes of unfinished messages of all peers together.
  package var unfinishedInput = LoopLimits.unfinishedInput
  /// How often the socket's file is looked at.
  package var socketCheck = LoopLimits.socketCheck

  /// Creates the configuration of a host on the user's own socket.
  public init() {}
}
