import JSONRPC

/// One call of a chain of causes: a plugin's request that stands for the host's request before it.
struct CallLink {
  let plugin: PluginIndex
  let id: RequestID
  let method: String
  /// What the call was about, as far as it belongs to a session.
  let subject: DelegateSubject?
}

/// The requests that a plugin may name as the cause of its own: those that are open, and the last ones
/// that were answered, for a while.
struct RecentCauses {
  /// So many answered requests are kept at most: a plugin that is called 100,000 times a second and
  /// looks back at one of them names it within milliseconds.
  static let capacity = 1024

  private struct Entry {
    let call: CallLink
    let causes: [CallLink]
    let answeredAt: Instant
  }

  private var entries: [Entry] = []
  private var next = 0

  /// Notes that a call was answered; a chain is put together only when one is asked for, since this
  /// happens at every relayed call.
  mutating func note(_ call: CallLink, causes: [CallLink], at now: Instant) {
    let entry = Entry(call: call, causes: causes, answeredAt: now)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % Self.capacity
    }
  }

  /// The chain of a call that was answered no longer ago than `age`.
  func chain(of id: RequestID, at now: Instant, within age: Duration) -> [CallLink]? {
    entries.first { $0.call.id == id && now - $0.answeredAt <= age }.map { $0.causes + [$0.call] }
  }
}
