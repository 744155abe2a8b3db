extension Method {
  /// From whom to whom messages go.
  public struct Directions: OptionSet, Sendable {
    /// One bit for each direction.
    public let rawValue: UInt8

    /// Creates a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// From a front end to the host.
    public static let frontEndToHost = Directions(rawValue: 1)
    /// From the host to a front end.
    public static let hostToFrontEnd = Directions(rawValue: 2)
    /// From the host to a plugin.
    public static let hostToPlugin = Directions(rawValue: 4)
    /// From a plugin to the host.
    public static let pluginToHost = Directions(rawValue: 8)
  }

  /// Whether the method's messages are answered, in one direction at least.
  public var isRequest: Bool { !requestDirections.isEmpty }
}
