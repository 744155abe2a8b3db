/// A plugin's folder as the shell found it.
public struct DiscoveredPlugin: Sendable {
  /// Where a folder was found, which decides whether it is trusted at first sight.
  public enum Origin: Equatable, Sendable {
    /// Named on the command line, or the system's own folder: enabled.
    case trusted
    /// `JACKFIELD_PLUGIN_PATH` or the user's data folder: enabled only after the user said so.
    case user
  }

  /// The plugin's folder, absolute.
  public let directory: String
  /// Where it was found.
  public let origin: Origin
  /// The bytes of `plugin.json`, or a sentence that says why it can't be used (unreadable, writable by
  /// others, not the user's, ..).
  public let manifest: Result<[UInt8], Unusable>
  /// The folder that the plugin may write to, outside its own.
  public let dataDirectory: String
  /// The folder for what can be made again.
  public let cacheDirectory: String
  /// Whether the user has enabled (true) or disabled (false) it; nil where nobody has said.
  public let enabled: Bool?

  /// Why a folder's manifest can't be used.
  public struct Unusable: Error, Equatable, Sendable {
    /// The sentence.
    public let reason: String

    /// Creates a reason.
    public init(reason: String) { self.reason = reason }
  }

  /// Creates a discovery.
  public init(
    directory: String, origin: Origin, manifest: Result<[UInt8], Unusable>, dataDirectory: String,
    cacheDirectory: String, enabled: Bool?
  ) {
    self.directory = directory
    self.origin = origin
    self.manifest = manifest
    self.dataDirectory = dataDirectory
    self.cacheDirectory = cacheDirectory
    self.enabled = enabled
  }
}
