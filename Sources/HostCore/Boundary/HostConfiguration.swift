public import HostProtocol

/// What the core is told once, at its start.
public struct HostConfiguration: Sendable {
  /// The product's version.
  public var version: String
  /// The build, by which a command recognises a daemon of another one.
  public var build: String
  /// The host's own process, for `host/status`.
  public var processID: Int32
  /// The limits, all told in `initialize`.
  public var limits = Limits.standard
  /// The user's locale, told to plugins; nil where none is set.
  public var locale: String?
  /// Whether the end of the only front end ends the host (`serve --stdio`).
  public var endsWithFrontEnd = false
  /// Whether a command started the host because none listened, told in `host/status`.
  public var isOnDemand = false
  /// What users chose before; nil where the host is not to learn from what they choose.
  public var learnedUse: LearnedUse?
  /// Seeds the jitter of back-offs; nothing secret comes from it.
  public var seed: UInt64 = 0

  /// Creates the configuration of a host of this version.
  public init(version: String, build: String, processID: Int32) {
    self.version = version
    self.build = build
    self.processID = processID
  }
}
