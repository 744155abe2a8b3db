/// Thrown by a plugin's initializer where it can't work on this machine at all.
///
/// The host then disables the plugin and shows the reason, in place of starting it again and again.
public struct PluginUnusable: Error, CustomStringConvertible {
  /// Why, in one sentence: what is missing, and what to do about it.
  public let description: String

  /// Creates the error.
  public init(_ reason: String) { description = reason }
}
