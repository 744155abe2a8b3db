import Glibc

extension Signal {
  /// Lets this thread get the signal again, after a `SignalReceiver` took it (`pthread_sigmask`); one
  /// that has come meanwhile acts at once.
  public func unblock() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, rawValue)
    // It fails for bad arguments only.
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
