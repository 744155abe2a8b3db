public import HostProtocol

extension Limits {
  /// The limits of the protocol's model, in force unless the configuration says otherwise.
  public static let standard = Limits()
}

/// Limits of the core that peers need not know.
enum CoreLimits {
  /// Between two loads of a datasource that gaps in its versions cause: a person sees one change a
  /// second, and a plugin that counts wrongly costs no more than that.
  static let reloadPause = Duration.seconds(1)
  /// Between two tellings of what a stream of items has brought: three frames of a screen, so that a
  /// list grows smoothly and a source of single items does not flood its front end.
  static let partialPause = Duration.milliseconds(50)
  /// From a choice to its writing: several choices in a row cost one file, and a crash costs no more than
  /// the habit of a minute.
  static let learnedUsePause = Duration.seconds(10)
  /// Items that a datasource may send before the host grants more: one chunk of usual items.
  static let itemCredit = 4096
}
