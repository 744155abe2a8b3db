import Glibc

extension Signal {
  /// Keeps the signal from this thread (`pthread_sigmask`): a write to a pipe that nobody reads then
  /// fails with EPIPE alone, and the rest of the process decides for itself.
  public func block() {
    change(SIG_BLOCK)
  }

  /// Lets this thread get the signal again, after a `SignalReceiver` took it (`pthread_sigmask`); one
  /// that has come meanwhile acts at once.
  public func unblock() {
    change(SIG_UNBLOCK)
  }

  private func change(_ how: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, rawValue)
    // It fails for bad arguments only.
    pthread_sigmask(how, &set, nil)
  }
}
