import CLinux

extension ProcessDescriptor {
  /// Sends a signal to the process, and to no other that has its id by now (`pidfd_send_signal`);
  /// ESRCH once it has ended, EPERM where it belongs to somebody else.
  public borrowing func signal(_ signal: Signal) throws(SystemError) {
    try checked(
      "pidfd_send_signal", clinux_signal_process_descriptor(number, signal.rawValue))
  }
}
