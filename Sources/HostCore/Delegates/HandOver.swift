/// What became of a delegate call when the host wanted to make it.
enum HandOver: Equatable {
  /// It is the plugin's now, or waits for the plugin's start.
  case delivered
  /// The plugin does not list the method in `implements`.
  case notImplemented
  /// The plugin can't be had now.
  case noDelegate
}
