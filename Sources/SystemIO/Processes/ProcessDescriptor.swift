import CLinux
import Glibc

/// A descriptor that becomes readable when a process ends (`pidfd_open`).
public struct ProcessDescriptor: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Opens one for a child that has not been reaped.
  public init(of process: Int32) throws(SystemError) {
    let number = clinux_process_descriptor(process)
    descriptor = Descriptor(owning: try checked("pidfd_open", number))
  }

  /// The number, to wait for with `Epoll`.
  public var number: Int32 { descriptor.number }
}
