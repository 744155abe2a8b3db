public import JSONRPC

/// How to start a plugin's process.
public struct SpawnRequest: Equatable, Sendable {
  /// The plugin's name.
  public let plugin: String
  /// The argument vector; the first element is looked up as the manifest rules say.
  public let command: [String]
  /// The plugin's folder, which becomes the working directory.
  public let directory: String
  /// Variables that the manifest adds to the scrubbed environment.
  public let environment: [String: String]
  /// How the plugin frames its messages.
  public let framing: Framing
  /// Which descriptors carry the messages.
  public let transport: PluginTransport

  /// Creates a request.
  public init(
    plugin: String, command: [String], directory: String, environment: [String: String],
    framing: Framing, transport: PluginTransport
  ) {
    self.plugin = plugin
    self.command = command
    self.directory = directory
    self.environment = environment
    self.framing = framing
    self.transport = transport
  }
}

/// Which descriptors carry a plugin's messages.
public enum PluginTransport: String, Equatable, Sendable {
  /// Standard input and output.
  case stdio
  /// A socket pair whose number stands in `JACKFIELD_FD`; both standard streams are log.
  case descriptor = "fd"
}
