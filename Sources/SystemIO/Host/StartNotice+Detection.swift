extension StartNotice {
  /// Whether somebody who started this host on demand waits for its notice.
  public static var isAwaited: Bool { CurrentProcess.variable(variable) == String(number) }
}
