/// How a process ended.
public enum ProcessExit: Equatable, Sendable, CustomStringConvertible {
  /// By leaving with a code.
  case exited(Int32)
  /// By a signal.
  case signaled(Int32)
  /// Nobody knows: the guard that waited for it died.
  case unknown

  /// The end of a sentence that begins with the plugin's name.
  public var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signaled(let number): "was ended by signal \(number)"
    case .unknown: "was lost, since the process that guards the plugins ended"
    }
  }
}
