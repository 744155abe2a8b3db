public import HostProtocol

extension Limits {
  /// The limits of the protocol's model, in force unless the configuration says otherwise.
  public static let standard = Limits()
}

/// Limits of the core that peers need not know.
enum CoreLimits {
  /// From a cancel to the plugin's own answer; after it the host answers itself.
  static let cancelGrace = Duration.seconds(1)
  /// How long the search of a field waits for the start of a plugin before it answers without it:
  /// below the 5 s after which common clients give a request up.
  static let startPaint = Duration.seconds(4)
  /// The text of a field or a query; a longer one was not typed by a person.
  static let textBytes = 4096
  /// Items that a datasource may send before the host grants more: one chunk of usual items.
  static let itemCredit = 4096
}
