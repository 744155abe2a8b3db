import SystemIO

/// One look at everything that is waited for on the plugin's thread.
struct ThreadWatch {
  /// The waits that are over, and what is ready for each.
  private(set) var ready: [(token: WaitToken, readiness: Poll.Readiness)] = []

  private var entries: [Poll.Entry]
  /// For each entry but the first, which is the alarm, whose it is.
  private var owners: [WaitToken] = []
  private var deadlines: [(deadline: UInt64, token: WaitToken)] = []
  private let mayWait: Bool

  init(alarm: Int32, waits: [WaitToken: ThreadWait], mayWait: Bool) {
    self.mayWait = mayWait
    entries = [Poll.Entry(alarm, for: .readable)]
    for (token, wait) in waits {
      if let number = wait.interest.input { add(number, for: .readable, token) }
      if let number = wait.interest.output { add(number, for: .writable, token) }
      if let deadline = wait.interest.deadline { deadlines.append((deadline, token)) }
    }
  }

  private mutating func add(_ number: Int32, for wanted: Poll.Readiness, _ token: WaitToken) {
    entries.append(Poll.Entry(number, for: wanted))
    owners.append(token)
  }

  /// Polls, and finds out who need not wait any longer.
  mutating func poll() throws(SystemError) {
    try Poll.wait(for: &entries, timeout: timeout)
    var readiness: [WaitToken: Poll.Readiness] = [:]
    for (entry, owner) in zip(entries.dropFirst(), owners) where !entry.ready.isEmpty {
      readiness[owner, default: []].formUnion(entry.ready)
    }
    let now = Clock.monotonic
    for (deadline, token) in deadlines where deadline <= now && readiness[token] == nil {
      readiness[token] = []
    }
    ready = readiness.map { ($0.key, $0.value) }
  }

  /// The time until the first deadline.
  private var timeout: Duration? {
    guard mayWait else { return .zero }
    guard let first = deadlines.map(\.deadline).min() else { return nil }
    let now = Clock.monotonic
    return first > now ? .nanoseconds(Int64(clamping: first - now)) : .zero
  }
}
