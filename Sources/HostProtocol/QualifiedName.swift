/// The name of something that a plugin provides, as everybody else says it: `plugin/name`.
public struct QualifiedName: Hashable, Sendable {
  /// The plugin.
  public let plugin: String
  /// The short name, which the plugin itself uses.
  public let name: String

  /// Creates the qualified name of `plugin`'s `name`.
  public init(plugin: String, name: String) {
    self.plugin = plugin
    self.name = name
  }

  /// Reads `plugin/name`; nil where one of the two is no name (rules MF-2 and MF-3).
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, Name.isPlugin(parts[0]), Name.isMember(parts[1]) else { return nil }
    self.init(plugin: String(parts[0]), name: String(parts[1]))
  }
}

extension QualifiedName: CustomStringConvertible {
  /// `plugin/name`
  public var description: String { "\(plugin)/\(name)" }
}
