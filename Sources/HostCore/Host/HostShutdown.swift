import HostProtocol

/// How far the end of the host has come.
enum HostShutdown: Equatable {
  case serving
  /// Plugins are being ended; nothing new is accepted.
  case stopping
  case ended
}

/// The end of the host: plugins first, then the connections, then the process.
extension Host {
  mutating func stop() {
    guard shutdown == .serving else { return }
    shutdown = .stopping
    effects.append(.stopListening)
    for plugin in plugins where plugin.lifecycle.run != nil {
      advance(plugin.index, .stopAtOnce)
    }
  }

  /// Ends the host once no plugin runs any more.
  mutating func concludeShutdownIfDone() {
    guard shutdown == .stopping, runs.isEmpty else { return }
    shutdown = .ended
    for session in sessions.keys.sorted() {
      beginClosing(session)
    }
    keepLearnedUse()
    effects.append(.exit(code: 0))
  }
}
