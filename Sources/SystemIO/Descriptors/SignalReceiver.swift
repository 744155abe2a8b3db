import CLinux
import Glibc

/// The signals that the host acts on.
public enum Signal: Int32, CaseIterable, Sendable {
  /// SIGHUP: the terminal is gone.
  case hangUp = 1
  /// SIGINT: Ctrl-C.
  case interrupt = 2
  /// SIGKILL.
  case kill = 9
  /// SIGPIPE: nobody reads any more.
  case brokenPipe = 13
  /// SIGXFSZ: a file would grow beyond the process's limit; ignored, the write fails instead.
  case fileSizeLimit = 25
  /// SIGTERM: please leave.
  case terminate = 15
  /// SIGCHLD: a child ended.
  case child = 17

  /// Does nothing on this signal from now on (`sigaction` SIG_IGN).
  public func ignore() throws(SystemError) {
    try checked("sigaction", clinux_ignore_signal(rawValue))
  }
}

/// Signals as input (`signalfd`); to be made before the first thread, which inherits the mask.
public struct SignalReceiver: ~Copyable {
  private let descriptor: Descriptor

  /// Blocks `signals` in this thread and receives them from now on.
  public init(_ signals: [Signal]) throws(SystemError) {
    let numbers = signals.map(\.rawValue)
    let number = try checked("signalfd", clinux_signal_descriptor(numbers, numbers.count))
    descriptor = Descriptor(owning: number)
  }

  /// The number, to wait for with `Epoll`.
  public var number: Int32 { descriptor.number }

  /// The next signal that came; nil when there is none.
  public borrowing func next() -> Signal? {
    Signal(rawValue: clinux_read_signal(descriptor.number))
  }
}
